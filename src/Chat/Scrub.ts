const mask = "***"

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts of a webhook's address that let others write to the chat. */
const secretParts = (address: string): ReadonlyArray<string> => {
  if (!URL.canParse(address)) return []
  const url = new URL(address)
  const token = url.pathname.split("/").findLast((segment) => segment !== "") ?? ""
  return [url.href, token, url.username, url.password, ...url.searchParams.values()]
}

/** Replaces the address, its token and `secrets` wherever they stand in a text. */
export const scrubber = (address: string, secrets: ReadonlyArray<string>): (text: string) => string => {
  const needles = [address, ...secretParts(address), ...secrets]
    .flatMap((needle) => [needle, decoded(needle), encodeURIComponent(decoded(needle))])
    .filter((needle) => needle !== "")
    .sort((a, b) => b.length - a.length)
  return (text) => [...new Set(needles)].reduce((scrubbed, needle) => scrubbed.replaceAll(needle, mask), text)
}
