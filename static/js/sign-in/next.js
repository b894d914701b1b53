// @ts-check
import { isPrivatePage } from "../../../src/Http/Paths.ts"
import { asked } from "../shared/address.js"

/**
 * Where the address says to go on: a page of the server's own list, written as it is there, with any query and fragment. A
 * browser reads many texts as an address of another host, so nothing else is followed. The server redirects without the
 * fragment, which the browser then adds to the address of the sign-in. @returns {string | undefined}
 */
export const askedNext = () => {
  const next = asked("next") ?? ""
  const [path = ""] = next.split(/[?#]/, 1)
  if (!isPrivatePage(path)) return undefined
  return next.includes("#") ? next : next + location.hash
}
