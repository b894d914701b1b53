import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

const rootAbove = (folder: string): string =>
  existsSync(join(folder, "package.json")) || dirname(folder) === folder ? folder : rootAbove(dirname(folder))

/** The folder of the package, from its sources and from its bundle alike. */
export const packageRoot: string = rootAbove(import.meta.dirname)
