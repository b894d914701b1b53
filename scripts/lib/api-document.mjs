import { build } from "esbuild"
import { fileURLToPath } from "node:url"

/** `openapi.json` as the service sends it, from the declarations in `src/Api`. */
export const apiDocument = async () => {
  const { outputFiles: [program] } = await build({
    stdin: {
      contents: "import { OpenApi } from \"@effect/platform\"; import { Api } from \"./src/Api.ts\"; export default OpenApi.fromApi(Api)",
      resolveDir: fileURLToPath(new URL("../..", import.meta.url))
    },
    bundle: true,
    format: "esm",
    logLevel: "warning",
    platform: "node",
    write: false
  })
  const { default: document } = await import(`data:text/javascript;base64,${Buffer.from(program.contents).toString("base64")}`)
  return document
}
