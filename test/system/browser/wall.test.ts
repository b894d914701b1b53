import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaveChromium, openChromium } from "./Chromium.ts"
import { eventually } from "./Eventually.ts"
import { layoutFaults } from "./Layout.ts"
import { openShop, type Shop } from "./Shop.ts"
import { type Situation, thursday } from "./Thursday.ts"
import { accessibilityFaults, visit } from "./Visitor.ts"

describe("a dashboard on a wall", () => {
  let browser: Browser
  let shop: Shop

  beforeAll(async () => {
    const opened = await Promise.all([openChromium(), openShop({ cutoff: "23:00" })])
    browser = opened[0]
    shop = opened[1]
  })

  afterAll(async () => {
    await leaveChromium(browser)
    await shop.stop()
  })

  const hang = async (situation: Situation, options: BrowserContextOptions = {}, path = "/?wall") => {
    const { leave, page } = await visit(browser, shop.address, { fakesClock: true, viewport: { width: 1920, height: 1080 }, ...options })
    await thursday(page, situation)
    await page.goto(path)
    await page.locator("#chart canvas").waitFor()
    await page.locator("#pulse[data-state=on]").waitFor()
    return { leave, page }
  }

  const title = (page: Page) => page.locator("h2:visible").first().innerText()
  const move = async (page: Page) => {
    await page.mouse.move(300, 300)
    await page.mouse.move(310, 300)
  }
  const controls = (page: Page) => page.getByRole("navigation", { name: /大屏操作|Wall controls/ })

  it("shows the day, the week and the month in turn, without cents", async () => {
    const { leave, page } = await hang({ state: "counted" })
    await page.evaluate(() => {
      const shown: Array<string | undefined> = []
      Object.assign(globalThis, { shown })
      new MutationObserver(() => shown.push(document.documentElement.dataset["scene"]))
        .observe(document.documentElement, { attributeFilter: ["data-scene"] })
    })
    const scenes = [
      /^今天 +11月26日 周四[^]*¥3,273\s[^]*比上一个周四 4\.1%[^]*本周 +周一至周四\s+¥8,803[^]*本月 +11月1日 – 26日\s+¥7,803/,
      /^本周\s+周一至周四\s+¥8,803\s+3\/4 天已清点\s*另有估算约 ¥1,000\s+比上周同期\s+3 天\s+¥9,511\s+3\.1%（多 ¥291）/,
      /^本月\s+11月1日 – 26日\s+¥7,803\s+23\/26 天已清点，缺 11月20日\s*另有估算约 ¥2,000/,
      /^今天/
    ]
    for (const scene of scenes) {
      await eventually(async () => {
        await page.clock.runFor(1_000)
        const text = await page.locator("main").innerText()
        assert.match(text, scene)
        assert.notMatch(text, /\d\.\d\d(?!%)/)
      })
    }
    const shown = await page.evaluate(() => (globalThis as unknown as { shown: Array<string> }).shown)
    assert.include("day week month day week month day", shown.join(" "))
    assert.isAtLeast(shown.length, 3)
    await leave()
  })

  it("shows under each headline the days that it is of", async () => {
    const { leave, page } = await hang({ state: "before" })
    for (const [name, first, count] of [["本周", "2026-11-23", 4], ["本月", "2026-11-01", 26]] as const) {
      await move(page)
      await controls(page).getByRole("button", { name }).click()
      await eventually(async () => {
        assert.match(await page.locator("#wall-lead").innerText(), /^昨天 ¥3,26\d$/)
        assert.strictEqual(await page.locator(".handle").first().getAttribute("data-date"), first)
        assert.strictEqual(await page.locator(".handle").count(), count)
      })
    }
    await leave()
  })

  it("shows one clock and calm colours while the connection is lost", async () => {
    const { leave, page } = await hang({ state: "counted" })
    await page.route("**/api/metrics", (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await page.locator("body.lost").waitFor()
    await eventually(async () => {
      assert.isFalse(await page.locator("#as-of").isVisible())
      assert.isTrue(await page.locator("#wall-clock").isVisible())
      const [loud, quiet] = await page.evaluate(() => {
        const colourOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body).color
        return [colourOf("#inline .delta"), colourOf("#cutoff")]
      })
      assert.strictEqual(loud, quiet)
    })
    await leave()
  })

  it("fades from one to the next where motion is wanted, and switches otherwise", async () => {
    for (const [reducedMotion, fades] of [["no-preference", 1], ["reduce", 0]] as const) {
      const { leave, page } = await hang({ state: "counted" }, { reducedMotion })
      await page.evaluate(() => {
        const real = document.startViewTransition.bind(document)
        Object.assign(globalThis, { fades: 0 })
        document.startViewTransition = (change) => {
          Object.assign(globalThis, { fades: 1 })
          return real(change)
        }
      })
      await page.clock.runFor(20_000)
      await page.locator("h2").getByText("本周").first().waitFor()
      assert.strictEqual(await page.evaluate("fades"), fades)
      await leave()
    }
  })

  it("shows its controls after a move or a touch: another scene, the full screen and the way out", async () => {
    const { leave, page } = await hang({ state: "counted" }, { hasTouch: true }, "/?wall=&lang=zh&theme=dark")
    // A browser without a window has no screen to fill.
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.resolve(void Object.assign(globalThis, { filled: true }))
    })
    assert.strictEqual(await page.locator("button:visible, input:visible, a:visible").count(), 0)
    await eventually(async () => assert.strictEqual(await page.locator("body").evaluate((body) => getComputedStyle(body).cursor), "none"))
    await move(page)
    await eventually(async () => assert.strictEqual(await page.locator("main").evaluate((main) => getComputedStyle(main).cursor), "auto"))
    // The controls stay visible while the pointer is on them.
    await controls(page).getByRole("button", { name: "本月" }).hover()
    for (const button of await controls(page).getByRole("button").all())
      assert.isAtLeast((await button.boundingBox())?.height ?? 0, 44)
    assert.deepStrictEqual(await accessibilityFaults(page), [])
    await controls(page).getByRole("button", { name: "本月" }).click()
    assert.match(await title(page), /^本月/)
    await controls(page).getByRole("button", { name: "全屏" }).click()
    assert.isTrue(await page.evaluate("filled"))
    await move(page)
    await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(5_100)
    assert.isFalse(await controls(page).isVisible())
    // A chosen scene stays for a minute.
    assert.match(await title(page), /^本月/)
    await page.touchscreen.tap(200, 200)
    await controls(page).getByRole("button", { name: "退出大屏" }).click()
    // The switch is enabled once the script is loaded that makes links keep language and colours.
    await page.locator("#language-switch:enabled").waitFor()
    assert.strictEqual(new URL(page.url()).search, "?lang=zh&theme=dark")
    await page.getByRole("link", { name: "大屏" }).click()
    await page.locator(".wall #pulse[data-state=on]").waitFor()
    await eventually(async () => assert.strictEqual(new URL(page.url()).searchParams.get("theme"), "dark"))
    await page.keyboard.press("Escape")
    await page.locator("#language-switch:enabled").waitFor()
    await leave()
  })

  it("dims half an hour after the cutoff until somebody moves, and never stands still", async () => {
    const { leave, page } = await hang({ state: "counted" })
    const shade = () => page.evaluate(() => Number(getComputedStyle(document.body, "::after").opacity))
    const places = new Set<string>()
    await eventually(async () => assert.strictEqual(await shade(), 0))
    for (let minutes = 0; minutes < 9; minutes += 1) {
      await page.clock.fastForward(60_000)
      places.add(await page.evaluate(() => document.body.style.translate))
    }
    assert.isAbove(places.size, 5)
    for (const place of places) for (const shift of place.matchAll(/[\d.]+/g)) assert.isAtMost(Number(shift[0]), 0.2)
    assert.strictEqual(await shade(), 0)
    await page.clock.fastForward(20 * 60_000)
    await eventually(async () => assert.isAbove(await shade(), 0.4))
    await move(page)
    await eventually(async () => assert.strictEqual(await shade(), 0))
    await leave()
  })

  const screens = [[1024, 768], [1920, 1080], [3840, 2160]] as const
  for (const locale of ["zh-CN", "en-GB"]) {
    it(`fills every screen with no text cut off or overlapping, and no accessibility fault (${locale})`, async () => {
      const situations: ReadonlyArray<Situation> = [{ state: "counted" }, { state: "before", huge: true }, { state: "settled", calm: true }]
      for (const [index, situation] of situations.entries()) {
        const { leave, page } = await hang(situation, { locale, colorScheme: index === 1 ? "light" : "dark" })
        for (const scene of [0, 1, 2]) {
          await move(page)
          await controls(page).getByRole("button").nth(scene).click()
          for (const awake of [true, false]) {
            if (!awake) {
              await page.mouse.move(310, 310)
              await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur())
              await page.clock.runFor(5_100)
            }
            for (const [width, height] of screens) {
              await page.setViewportSize({ width, height })
              const what = `${JSON.stringify(situation)} ${scene} ${width} px ${awake ? "awake" : "alone"}`
              // The chart gets its size in the next frame.
              await eventually(async () => {
                assert.deepStrictEqual(await layoutFaults(page, "one screen"), [], what)
                assert.isAtLeast((await page.locator("#chart").boundingBox())?.height ?? 0, height * 0.25, what)
              })
            }
          }
        }
        assert.deepStrictEqual(await accessibilityFaults(page), [], JSON.stringify(situation))
        await leave()
      }
    })
  }
})
