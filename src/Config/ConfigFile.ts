import type { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { basename } from "node:path"
import { InvalidConfig } from "./InvalidConfig.ts"
import { parse, type ReadConfig } from "./ShopConfig.ts"
import { readTextFile } from "./TextFile.ts"

/** Reads a configuration file, for the service as for the commands that check it. Fails with every fault at once. */
export const readConfigFile = (path: string): Effect.Effect<ReadConfig, InvalidConfig, FileSystem.FileSystem> => {
  const origin = basename(path)
  return readTextFile(path).pipe(
    Effect.mapError((about) => new InvalidConfig({ faults: [{ origin, field: "", ...about }] })),
    Effect.flatMap((text) => parse(origin, text))
  )
}
