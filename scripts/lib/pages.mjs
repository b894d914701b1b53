import { build } from "esbuild"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { apiDocument } from "./api-document.mjs"
import { referenceOf } from "./reference.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A script or style that a page names by its place in `static/`. */
const reference = /<(?:script|link)\b[^>]*?\b(?:src|href)="((?:scripts|css)\/[^"]+)"[^>]*>/g

/** Where a page has the reference of the API. */
const placeOfReference = "<!-- reference -->"

const options = {
  absWorkingDir: root,
  bundle: true,
  charset: "utf8",
  // Keeps the licences of bundled packages.
  legalComments: "eof",
  metafile: true,
  minify: true,
  sourcemap: true,
  target: "es2022",
  tsconfigRaw: {},
  write: false
}

/** A worker is one file of its own; its import gives its name, which contains a hash of its content like all others. */
const workers = (outdir) => {
  const files = []
  const inputs = []
  const plugin = {
    name: "workers",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /\?worker$/ },
        ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice(0, -"?worker".length)), namespace: "worker" }))
      onLoad({ filter: /./, namespace: "worker" }, async ({ path }) => {
        const { metafile, outputFiles } = await build({
          ...options,
          outdir,
          entryPoints: [path],
          entryNames: "[name]-[hash]",
          format: "iife"
        })
        files.push(...outputFiles)
        inputs.push(...Object.keys(metafile.inputs))
        const [script = ""] = Object.keys(metafile.outputs).filter((output) => output.endsWith(".js"))
        return { contents: `export default ${JSON.stringify(`./${basename(script)}`)}`, watchFiles: Object.keys(metafile.inputs) }
      })
    }
  }
  return { files, inputs, plugin }
}

/** The scripts and styles of one page. */
const bundle = async (page, paths, { from, logLevel, to }) => {
  const outdir = join(to, "static/hashed")
  const own = workers(outdir)
  const classic = ({ tag }) => tag.startsWith("<script") && !tag.includes("type=\"module\"")
  const built = await Promise.all([
    build({
      ...options,
      logLevel,
      outdir,
      entryPoints: paths.filter((path) => !classic(path)).map(({ path }) => ({ in: join(from, path), out: page })),
      entryNames: "[name]-[hash]",
      // A module that is imported by `import()` becomes its own file, and so do the modules that it shares with the page.
      chunkNames: `${page}-[name]-[hash]`,
      format: "esm",
      plugins: [own.plugin],
      splitting: true
    }),
    // A classic script runs before the first paint.
    build({
      ...options,
      logLevel,
      outdir,
      entryPoints: paths.filter(classic).map(({ path }) => join(from, path)),
      entryNames: "[name]-[hash]",
      format: "iife"
    })
  ])
  return {
    files: [...built.flatMap(({ outputFiles }) => outputFiles), ...own.files],
    inputs: [...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...own.inputs],
    outputs: Object.assign({}, ...built.map(({ metafile }) => metafile.outputs))
  }
}

/** The files that `output` imports statically, directly or through other files, but not those that it loads on demand. */
const importedAtOnce = (outputs, output) =>
  outputs[output].imports
    .filter(({ external, kind }) => !external && kind === "import-statement")
    .flatMap(({ path }) => [path, ...importedAtOnce(outputs, path)])

/** The page of reports has a path of two parts, `/report/2026-11`; its `<base>` makes its addresses begin where those of all others do. */
const url = (output) => `static/hashed/${basename(output)}`

/** The HTML of a page, which refers to the built files, and these files, whose names contain a hash of their content. */
const buildPage = async (name, folders) => {
  const html = await readFile(join(folders.from, name), "utf8")
  const source = html.includes(placeOfReference) ? html.split(placeOfReference).join(referenceOf(await apiDocument())) : html
  const paths = Array.from(source.matchAll(reference), ([tag, path]) => ({ tag, path }))
  const { files, inputs, outputs } = await bundle(basename(name, ".html"), paths, folders)
  const outputOf = (path) =>
    Object.keys(outputs).find((output) => outputs[output].entryPoint === relative(root, join(folders.from, path)).replaceAll("\\", "/"))
  const linked = source.replace(reference, (tag, path) => {
    const output = outputOf(path)
    const preloads = new Set(path.endsWith(".ts") ? importedAtOnce(outputs, output) : [])
    return [...Array.from(preloads, (each) => `<link rel="modulepreload" href="${url(each)}">`), tag.replace(path, url(output))].join(
      "\n  "
    )
  })
  return { files: [...files, { path: join(folders.to, name), contents: Buffer.from(linked) }], inputs }
}

const copied = async ({ from, to }) => {
  const entries = await readdir(join(from, "public"), { recursive: true, withFileTypes: true })
  return Promise.all(entries.filter((entry) => entry.isFile()).map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return { path: join(to, "static", relative(join(from, "public"), path)), contents: await readFile(path) }
  }))
}

/** Writes changed files first and removes outdated ones last, because another process may be reading. */
const writeAll = async (to, files) => {
  await mkdir(dirname(to), { recursive: true })
  const drafts = await mkdtemp(`${to}-`)
  try {
    for (const [index, { contents, path }] of files.entries()) {
      if ((await readFile(path).catch(() => undefined))?.equals(contents)) continue
      const draft = join(drafts, String(index))
      await writeFile(draft, contents)
      await mkdir(dirname(path), { recursive: true })
      await rename(draft, path)
    }
  } finally {
    await rm(drafts, { recursive: true })
  }
  const built = new Set(files.map(({ path }) => path))
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !built.has(path)) await rm(path, { force: true })
  }
}

/**
 * Builds each `static/*.html` into `dist/pages/`, with one script, one style, and the parts that a script loads on demand. Files in
 * `static/public/` are copied under their own names. Returns the paths of all bundled files.
 */
export const buildPages = async ({ from = join(root, "static"), to = join(root, "dist/pages"), logLevel = "warning" } = {}) => {
  const folders = { from, logLevel, to }
  const names = (await readdir(from)).filter((name) => name.endsWith(".html"))
  const pages = await Promise.all(names.map((name) => buildPage(name, folders)))
  await writeAll(to, [...await copied(folders), ...pages.flatMap(({ files }) => files)])
  return pages.flatMap(({ inputs }) => inputs)
}
