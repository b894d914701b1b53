import { buildSync } from "esbuild"
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"

const packageUrl = new URL("../node_modules/uplot/", import.meta.url)
const vendorUrl = new URL("../static/vendor/", import.meta.url)
const { license, version } = JSON.parse(readFileSync(new URL("package.json", packageUrl), "utf8"))

/** uPlot as one minified ES module: the package itself ships a minified script only as a global. */
export const uPlotModule = () => {
  const built = buildSync({
    entryPoints: [fileURLToPath(new URL("dist/uPlot.esm.js", packageUrl))],
    format: "esm",
    legalComments: "none",
    minify: true,
    target: "es2022",
    write: false
  })
  return `/*! uPlot ${version} | (c) Leon Sorokin | ${license} licence, see uPlot.LICENSE.txt */\n// @ts-nocheck\n${built.outputFiles[0].text}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  mkdirSync(vendorUrl, { recursive: true })
  writeFileSync(new URL("uPlot.js", vendorUrl), uPlotModule())
  copyFileSync(new URL("dist/uPlot.min.css", packageUrl), new URL("uPlot.css", vendorUrl))
  copyFileSync(new URL("LICENSE", packageUrl), new URL("uPlot.LICENSE.txt", vendorUrl))
}
