import { BlockList, isIP } from "node:net"

const own = new BlockList()
own.addSubnet("10.0.0.0", 8)
own.addSubnet("100.64.0.0", 10)
own.addSubnet("127.0.0.0", 8)
own.addSubnet("169.254.0.0", 16)
own.addSubnet("172.16.0.0", 12)
own.addSubnet("192.168.0.0", 16)
own.addAddress("::1", "ipv6")
own.addSubnet("fc00::", 7, "ipv6")
own.addSubnet("fe80::", 10, "ipv6")

/** Names that no public server has: names without a dot, and names reserved for private networks. */
const ownName = /^[^.]+$|\.(?:home\.arpa|internal|lan|local|localhost)$/

/** Whether a host is this machine or in a private network, by its address or name alone. @param hostname as in `URL.hostname` */
export const isPrivateHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")
  switch (isIP(host)) {
    case 4:
      return own.check(host)
    case 6:
      return own.check(host, "ipv6")
    default:
      return ownName.test(host)
  }
}
