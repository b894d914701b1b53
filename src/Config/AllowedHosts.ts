import { Schema } from "effect"
import { expecting } from "../Domain/Fault.ts"

/** Host names in canonical form (`shop.example`, `shop.example:8080`, `[::1]`); undefined allows every host. */
export type AllowedHosts = ReadonlySet<string> | undefined

const entry = /^(\[[\da-f:.]+\]|[^\s:/?#@*[\]\\]+)(:\d{1,5})?$/i

/** An entry as browsers write it in `Host`: lower case, Punycode, the short form of an IPv6 address; undefined if it is no host. */
const canonical = (text: string): string | undefined => {
  const [, name = "", port = ""] = entry.exec(text) ?? []
  return name !== "" && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/\.$/, "") + port : undefined
}

const entriesOf = (text: string): ReadonlyArray<string> => text.split(",").map((part) => part.trim())

const HostList = Schema.String.pipe(
  Schema.filter(
    (text) => entriesOf(text).every((part) => canonical(part) !== undefined),
    expecting("hosts", "host names with commas between, such as shop.example,192.168.1.20:57778,localhost")
  )
)

export const Variables = { ALLOWED_HOSTS: Schema.optionalWith(HostList, { exact: true }) }

export const hostsOf = ({ ALLOWED_HOSTS: text }: { readonly ALLOWED_HOSTS?: string }): AllowedHosts =>
  text === undefined ? undefined : new Set(entriesOf(text).map((part) => canonical(part) ?? part))

/** Whether a `Host` header names an allowed host: an entry without a port allows every port. */
export const isAllowed = (hosts: ReadonlySet<string>, header: string): boolean => {
  const text = header.toLowerCase()
  const colon = text.lastIndexOf(":")
  const end = colon > text.lastIndexOf("]") ? colon : text.length
  const name = text.slice(0, text[end - 1] === "." ? end - 1 : end)
  return hosts.has(name) || hosts.has(name + text.slice(end))
}
