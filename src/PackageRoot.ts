import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

const rootAbove = (folder: string): string =>
  existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootAbove(dirname(folder))

/** The folder of the package, found from the sources and from the bundle. */
export const packageRoot: string = rootAbove(import.meta.dirname)
