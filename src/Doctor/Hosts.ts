import { type Check, passed, warning } from "../Codes/Check.ts"
import type { AllowedHosts } from "../Config/AllowedHosts.ts"

/** Without a list, a web page elsewhere can read the figures through a browser in the shop's network (DNS rebinding). */
export const checkHosts = (hosts: AllowedHosts): Check =>
  hosts === undefined
    ? warning(
      "hosts",
      "ALLOWED_HOSTS is not set, requests for any host name are answered",
      "set ALLOWED_HOSTS to the names by which the dashboard is opened, so that no other web page can read the figures through a browser"
    )
    : passed("hosts", `requests for ${Array.from(hosts).join(", ")} are answered`)
