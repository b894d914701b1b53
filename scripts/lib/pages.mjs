import { build, transform } from "esbuild"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join, relative, resolve } from "node:path"
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
const workers = (outdir, logLevel) => {
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
          logLevel,
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

const tags = { zh: "zh-CN", en: "en" }
const languages = Object.keys(tags)

/** A module of `words/`, but not those of chat and commands. */
const ofWords = /[\\/]words[\\/]\w+\.ts$/

/** A sentence in both languages, as esbuild prints it. */
const sentence = /\{zh:(?<zh>(["'`])(?:\\.|(?!\2).)*\2),en:(?<en>(["'`])(?:\\.|(?!\4).)*\4)\}/gs

/**
 * The words of one language. The module `other-words.ts` loads those of the other one, which are a file of their own with all words of
 * the page.
 */
const words = (language, modules) => ({
  name: "words",
  setup: ({ onLoad, onResolve }) => {
    const other = language === "zh" ? "en" : "zh"
    const only = async (path, kept) => {
      const { code } = await transform(await readFile(path, "utf8"), { charset: "utf8", loader: "ts", minifyWhitespace: true })
      return { contents: code.replace(sentence, (...match) => `{${kept}:${match.at(-1)[kept]}}`), resolveDir: dirname(path) }
    }
    onLoad({ filter: ofWords, namespace: "file" }, ({ path }) => only(path, language))
    onLoad({ filter: /\.ts$/, namespace: "other" }, ({ path }) => only(join(root, path), other))
    onResolve({ filter: /./, namespace: "other" },
      ({ path, resolveDir }) => ({ path: relative(root, resolve(resolveDir, path)), namespace: "other" }))
    onResolve({ filter: /^words$/ }, () => ({ path: `words-${other}`, namespace: "other" }))
    onLoad({ filter: /^words-/, namespace: "other" }, () => ({
      contents: modules.map((path) => `export * from ${JSON.stringify(path)}`).join("\n"),
      resolveDir: root
    }))
    onLoad({ filter: /[\\/]other-words\.ts$/ }, () => ({
      contents: `export const shipped = "${language}"\nexport const otherWords = async () => Object.values(await import("words"))`,
      resolveDir: root
    }))
  }
})

/** The scripts and styles of one page: its module in each language, and what is the same in all of them. */
const bundle = async (page, paths, { from, logLevel, to }) => {
  const outdir = join(to, "static/hashed")
  const own = workers(outdir, logLevel)
  const isModule = ({ tag }) => tag.includes("type=\"module\"")
  const same = { ...options, logLevel, outdir, entryNames: "[name]-[hash]" }
  const module = {
    ...same,
    // A module that is imported by `import()` becomes its own file, and so do the modules that it shares with the page.
    chunkNames: `${page}-[name]-[hash]`,
    format: "esm",
    splitting: true
  }
  const entryPoints = (name) => paths.filter(isModule).map(({ path }) => ({ in: join(from, path), out: name }))
  const [whole, others] = await Promise.all([
    build({ ...module, entryPoints: entryPoints(page), plugins: [own.plugin] }),
    // A classic script runs before the first paint.
    build({ ...same, entryPoints: paths.filter((path) => !isModule(path)).map(({ path }) => join(from, path)), format: "iife" })
  ])
  const imported = Object.keys(whole.metafile.inputs).map((path) => join(root, path)).filter((path) => ofWords.test(path))
  const modules = await Promise.all(
    languages.map((language) =>
      build({ ...module, entryPoints: entryPoints(`${page}-${language}`), plugins: [own.plugin, words(language, imported)] })
    )
  )
  return {
    files: [...[others, ...modules].flatMap(({ outputFiles }) => outputFiles), ...own.files],
    inputs: [...[whole, others].flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...own.inputs],
    outputs: modules.map(({ metafile }) => ({ ...others.metafile.outputs, ...metafile.outputs }))
  }
}

/** The files that `output` imports statically, directly or through other files, but not those that it loads on demand. */
const importedAtOnce = (outputs, output) =>
  outputs[output].imports
    .filter(({ external, kind }) => !external && kind === "import-statement")
    .flatMap(({ path }) => [path, ...importedAtOnce(outputs, path)])

/** The page of reports has a path of two parts, `/report/2026-11`; its `<base>` makes its addresses begin where those of all others do. */
const url = (output) => `static/hashed/${basename(output)}`

/** The HTML of a page in each language, which refers to the built files, and these files, whose names contain a hash of their content. */
const buildPage = async (name, folders) => {
  const html = await readFile(join(folders.from, name), "utf8")
  const source = html.includes(placeOfReference) ? html.split(placeOfReference).join(referenceOf(await apiDocument())) : html
  const paths = Array.from(source.matchAll(reference), ([tag, path]) => ({ tag, path }))
  const { files, inputs, outputs } = await bundle(basename(name, ".html"), paths, folders)
  const entry = (path) => relative(root, join(folders.from, path)).replaceAll("\\", "/")
  const written = outputs.map((outputs, index) => {
    const linked = source.replace(reference, (tag, path) => {
      const output = Object.keys(outputs).find((output) => outputs[output].entryPoint === entry(path))
      const preloads = new Set(path.endsWith(".ts") ? importedAtOnce(outputs, output) : [])
      return [...Array.from(preloads, (each) => `<link rel="modulepreload" href="${url(each)}">`), tag.replace(path, url(output))].join(
        "\n  "
      )
    })
    return {
      path: join(folders.to, languages[index], name),
      contents: Buffer.from(linked.replace("<html lang=\"zh-CN\"", `<html lang="${tags[languages[index]]}"`))
    }
  })
  return { files: [...files, ...written], inputs }
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
 * Builds each `static/*.html` into a folder of `dist/pages/` for each language, with one script, one style, and the parts that a script loads on demand. Files in
 * `static/public/` are copied under their own names. Returns the paths of all bundled files.
 */
export const buildPages = async ({ from = join(root, "static"), to = join(root, "dist/pages"), logLevel = "warning" } = {}) => {
  const folders = { from, logLevel, to }
  const names = (await readdir(from)).filter((name) => name.endsWith(".html"))
  const pages = await Promise.all(names.map((name) => buildPage(name, folders)))
  await writeAll(to, [...await copied(folders), ...pages.flatMap(({ files }) => files)])
  return pages.flatMap(({ inputs }) => inputs)
}
