import { existsSync } from "node:fs"
import { join } from "node:path"

const folders = ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime", "/usr/lib/faketime", "/usr/lib64/faketime"]

/** The library that sets the clock of one process; undefined where it is not installed. */
export const faketimeLibrary = folders.map((folder) => join(folder, "libfaketime.so.1")).find((path) => existsSync(path))
