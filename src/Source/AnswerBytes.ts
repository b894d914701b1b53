import type { HttpClientResponse } from "@effect/platform"
import { Effect, Stream } from "effect"
import { brotliDecompress, type CompressCallback, unzip } from "node:zlib"
import { faultOf, kept, type SourceFault } from "./SourceFault.ts"
import { unreachable } from "./Unreachable.ts"

const mostMB = 10
const mostBytes = mostMB * 1_000_000

const tooLarge = faultOf("too_large", `expected an answer of at most ${mostMB} MB, got more`, { max: mostMB })

const received = ({ stream }: HttpClientResponse.HttpClientResponse): Effect.Effect<Buffer, SourceFault> =>
  stream.pipe(
    Stream.mapError(unreachable),
    Stream.runFoldEffect({ chunks: [] as Array<Uint8Array>, length: 0 }, ({ chunks, length }, chunk) => {
      chunks.push(chunk)
      const total = length + chunk.length
      return total > mostBytes ? Effect.fail(tooLarge) : Effect.succeed({ chunks, length: total })
    }),
    Effect.map(({ chunks }) => Buffer.concat(chunks))
  )

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }, done: CompressCallback) => void

const decompressors: Readonly<Record<string, Decompress>> = { gzip: unzip, "x-gzip": unzip, deflate: unzip, br: brotliDecompress }

const broken = (found: string): SourceFault =>
  faultOf("encoding", `expected an answer in gzip, deflate, br or without compression, got ${found}`, { found })

const decompressed = (bytes: Buffer, encoding: string): Effect.Effect<Buffer, SourceFault> => {
  if (encoding === "identity" || encoding === "") return Effect.succeed(bytes)
  const decompress = decompressors[encoding]
  if (decompress === undefined) return Effect.fail(broken(kept(JSON.stringify(encoding))))
  return Effect.async<Buffer, SourceFault>((resume) => {
    decompress(bytes, { maxOutputLength: mostBytes }, (error, result) => {
      if (error === null) return resume(Effect.succeed(result))
      resume(
        Effect.fail("code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? tooLarge : broken(`${encoding} that is broken or cut off`))
      )
    })
  })
}

/** The whole body of a response, decompressed; a fault if it is cut off or too large. */
export const readBody = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<Buffer, SourceFault> =>
  Effect.flatMap(received(response), (bytes) => decompressed(bytes, (response.headers["content-encoding"] ?? "").trim().toLowerCase()))
