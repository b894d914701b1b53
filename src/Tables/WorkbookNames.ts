import { partsOf, textOf } from "./WorkbookArchive.ts"

type Bytes = Uint8Array<ArrayBuffer>

const entryOfDirectory = 46
const localHeader = 30

/** The names that the relations of a workbook refer to. */
const targetsIn = (relations: string, folder: string): ReadonlyArray<string> =>
  relations.split("Target=").slice(1).flatMap((text) => {
    const target = /^["']([^"']*)["']/.exec(text)?.[1]
    return target === undefined ? [] : [target.startsWith("/") ? target.slice(1) : `${folder}${target}`]
  })

/**
 * The archive with the part names that its relations refer to. Some programs write `xl\workbook.xml`, or names in other capitals;
 * Excel reads them.
 */
export const withUsualNames = async (bytes: Bytes): Promise<Bytes> => {
  const parts = partsOf(bytes) ?? []
  const usual = new Map<string, string>()
  for (const part of parts) {
    const name = part.name.replaceAll("\\", "/")
    const [, folder] = /^((?:[^/]+\/)?)_rels\/[^/]*\.rels$/i.exec(name) ?? []
    if (folder === undefined || part.inflated > 1024 * 1024) continue
    for (const target of targetsIn(await textOf(bytes, part) ?? "", folder)) usual.set(target.toLowerCase(), target)
  }
  const renamed = parts.flatMap((part) => {
    const slashed = part.name.replaceAll("\\", "/")
    const name = usual.get(slashed.toLowerCase()) ?? slashed
    const encoded = new TextEncoder().encode(name)
    return name === part.name || encoded.length !== new TextEncoder().encode(part.name).length ? [] : [{ ...part, encoded }]
  })
  if (renamed.length === 0) return bytes
  const copy = Uint8Array.from(bytes)
  for (const { directoryAt, encoded, headerAt } of renamed) {
    copy.set(encoded, directoryAt + entryOfDirectory)
    if (headerAt + localHeader + encoded.length <= copy.length) copy.set(encoded, headerAt + localHeader)
  }
  return copy
}
