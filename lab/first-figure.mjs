/** A newcomer's first figure: a fresh clone, two commands, the printed address, five answers, the first amount. Prints what each step takes. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { chromiumIsThere, chromiumPath, launchChromium } from "../scripts/lib/browser.mjs"

if (!chromiumIsThere) {
  console.error(`No browser at ${chromiumPath}: run apt-get install chromium fonts-noto-cjk, or set CHROMIUM to the path of one.`)
  process.exit(1)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), "turnover-first-"))
const clone = join(folder, "turnover")
const { ADMIN_TOKEN: _, PORT: __, TZ: ___, ...env } = process.env
let since = performance.now()
let total = 0
const took = (what) => {
  const seconds = (performance.now() - since) / 1000
  total += seconds
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${what}`)
  since = performance.now()
}
const run = (...command) => {
  const { status } = spawnSync(command[0], command.slice(1), { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) throw new Error(`${command.join(" ")}: expected 0, got ${status}`)
}
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const port = String(await freePort())
run("git", "clone", "-q", root, clone)
since = performance.now()
run("npm", "--prefix", clone, "ci", "--no-audit", "--no-fund")
took("npm ci")
const service = spawn("npm", ["start"], { cwd: clone, env: { ...env, PORT: port }, stdio: ["ignore", "pipe", "ignore"], detached: true })
const browser = await launchChromium()
try {
  const address = await new Promise((resolve, reject) => {
    let printed = ""
    service.stdout.on("data", (chunk) => {
      printed += String(chunk)
      const [path] = /setup#\S+/.exec(printed) ?? []
      // A container does not know its machine's address.
      if (path !== undefined) resolve(`http://localhost:${port}/${path}`)
    })
    service.on("exit", () => reject(new Error(`npm start ended: ${printed}`)))
  })
  took("npm start, until the address is printed")
  const page = await (await browser.newContext({ locale: "zh-CN", timezoneId: "Asia/Shanghai", viewport: { width: 1280, height: 800 } }))
    .newPage()
  await page.goto(address)
  await page.fill("#shop_name", "老王饺子")
  await page.fill("#cutoff_time", "22:00")
  await page.fill("#password", "laowang jiaozi 88")
  await page.getByRole("checkbox", { name: "星期一" }).check({ force: true })
  await page.getByRole("radio", { name: "等人补录（不编数）" }).check({ force: true })
  if (await page.inputValue("#currency") === "") await page.fill("#currency", "CNY")
  await page.getByRole("button", { name: "好了，去录第一天" }).click()
  await page.waitForURL("**/enter")
  took("five answers, until /enter is open")
  await page.fill("#amount", "4777.70")
  await page.locator("#send:enabled").click()
  await page.locator("#done:not([hidden])").waitFor()
  await page.locator("#done").getByText("看今天的看板").click()
  await page.locator("#hero-figure").getByText("4,777.70").waitFor()
  took("the first amount, until it stands on the dashboard")
  console.log(`${total.toFixed(1).padStart(6)} s  in all`)
} finally {
  await browser.close()
  process.kill(-service.pid, "SIGTERM")
  await new Promise((resolve) => service.on("close", resolve))
  rmSync(folder, { recursive: true, force: true })
}
