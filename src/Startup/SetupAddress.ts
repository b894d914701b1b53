import { type AllowedHosts, isAllowed } from "../Config/Network.ts"

interface Opened {
  readonly code: string
  /** Where this machine opens the pages. */
  readonly address: string
  /** Where others in the same network open them. */
  readonly phones: ReadonlyArray<string>
  readonly publicUrl: string | null
  readonly allowedHosts: AllowedHosts
  /** What stands for the host where the addresses are a container's own; undefined elsewhere. */
  readonly machine: string | undefined
}

/** The one address by which a new shop is set up. The part behind `#` is never sent, so no proxy logs it. */
export const setupAddress = ({ address, allowedHosts, code, machine, phones, publicUrl }: Opened): string => {
  const page = `setup#${code}`
  if (publicUrl !== null) return `${publicUrl}/${page}`
  if (machine !== undefined) return `http://<${machine}>:${new URL(address).port}/${page}`
  const open = [...phones, address].find((each) => allowedHosts === undefined || isAllowed(allowedHosts, new URL(each).host))
  return (open ?? address) + page
}
