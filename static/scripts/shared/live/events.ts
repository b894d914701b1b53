/**
 * Reads a stream of server-sent events, each with one `data:` line. It takes text as it arrives, and returns the events that the
 * text completes.
 */
export const makeEventReader = () => {
  let rest = ""
  return (text: string): { type?: string; server_now?: string }[] => {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    return lines.flatMap((line) => {
      if (!line.startsWith("data:")) return []
      try {
        return [JSON.parse(line.slice(5))]
      } catch {
        return []
      }
    })
  }
}
