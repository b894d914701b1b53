import { isPrivatePage } from "../../../src/Http/Paths.ts"
import { asked } from "../shared/address.ts"

/**
 * The page to open after the sign-in, from the address: a path of the server's own list, with any query and fragment. Nothing else
 * is followed, because a browser reads many texts as the address of another host. The server redirects without the fragment; the
 * browser adds it to the address of the sign-in.
 */
export const askedNext = (): string | undefined => {
  const next = asked("next") ?? ""
  const [path = ""] = next.split(/[?#]/, 1)
  if (!isPrivatePage(path)) return undefined
  return next.includes("#") ? next : next + location.hash
}
