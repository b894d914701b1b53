import { FileSystem } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { Effect, type Layer, Option } from "effect"

const info = (size: number): FileSystem.File.Info => ({
  type: "File",
  mtime: Option.none(),
  atime: Option.none(),
  birthtime: Option.none(),
  dev: 0,
  ino: Option.none(),
  mode: 0o644,
  nlink: Option.none(),
  uid: Option.none(),
  gid: Option.none(),
  rdev: Option.none(),
  size: FileSystem.Size(size),
  blksize: Option.none(),
  blocks: Option.none()
})

/** Regular files that can only be read; `contentOf` returns undefined for a missing one. */
export const filesInMemory = (contentOf: (path: string) => string | Uint8Array | undefined): Layer.Layer<FileSystem.FileSystem> => {
  const find = (path: string) =>
    Effect.suspend(() => {
      const content = contentOf(path)
      return content === undefined
        ? new SystemError({ module: "FileSystem", method: "readFile", reason: "NotFound", pathOrDescriptor: path })
        : Effect.succeed(typeof content === "string" ? new TextEncoder().encode(content) : content)
    })
  return FileSystem.layerNoop({ stat: (path) => Effect.map(find(path), ({ length }) => info(length)), readFile: find })
}
