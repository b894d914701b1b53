import { networkInterfaces } from "node:os"

/** Networks of containers and virtual machines, in which no phone is. */
const isVirtual = (name: string): boolean => /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|utun|tailscale)/i.test(name)

/** The addresses at which the pages of a port can be opened: on this machine, and by phones in its networks. */
export const addressesAt = (port: number): { readonly here: string; readonly phones: ReadonlyArray<string> } => ({
  here: `http://localhost:${port}/`,
  phones: Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    isVirtual(name)
      ? []
      : found.flatMap(({ address, family, internal }) => internal || family !== "IPv4" ? [] : [`http://${address}:${port}/`])
  )
})
