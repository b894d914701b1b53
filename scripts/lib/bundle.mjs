import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { commitOf } from "./commit.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))

/**
 * Packages that dependencies import and the service never calls: undici's HTTP client, WebSockets, a generator of test data,
 * parsers of configuration files. They would be half of the bundle.
 */
const uncalled = /^(undici|ws|fast-check|ini|toml|yaml|pg-native)$/

const leaveOutUncalled = {
  name: "leave out uncalled packages",
  setup: (build) => {
    build.onResolve({ filter: uncalled }, ({ path }) => ({ path, namespace: "uncalled" }))
    build.onLoad({ filter: uncalled, namespace: "uncalled" }, () => ({ contents: "module.exports = {}" }))
  }
}

/**
 * Marks `node:http` as a built-in module, so that only the exports in use are read. An `import` of it reads all of its exports, and
 * one of them loads Node's HTTP client, which the service never calls and which is a tenth of the start.
 */
const takeHttpAsBuiltin = {
  name: "take node:http as a built-in module",
  setup: (build) => {
    build.onResolve({ filter: /^(node:)?http$/ }, () => ({ path: "node:http", namespace: "builtin" }))
    build.onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`
    }))
  }
}

/** Reads HTTPS and TLS when one of their exports is used: they are a megabyte of a service that has sent nothing yet. */
const takeHttpsLate = {
  name: "take HTTPS and TLS when they are used",
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?(?:https|tls)$/ }, ({ path }) => ({
      path: path.replace(/^(?:node:)?/, "node:"),
      namespace: "late"
    }))
    build.onLoad({ filter: /./, namespace: "late" }, ({ path }) => {
      const from = `process.getBuiltinModule(${JSON.stringify(path)})`
      const members = Object.keys(process.getBuiltinModule(path)).map((name) => `get ${name}() { return ${from}.${name} }`)
      return { contents: `module.exports = { ${members.join(", ")} }` }
    })
  }
}

const barrel = /^import \{([^}]*)\} from "(effect|@effect\/[\w-]+)"$/gm

/** The import of one name of a package's index. A name in lower case is a function of `effect/Function`; a type leaves nothing. */
const directImport = (from) => (part) => {
  const [name, alias = name] = part.trim().split(" as ")
  if (name === "" || name.startsWith("type ")) return []
  return /^[a-z]/.test(name) ? `import { ${name} as ${alias} } from "effect/Function"` : `import * as ${alias} from "${from}/${name}"`
}

/**
 * Imports each module of Effect from its own file. Its packages' indexes export modules as objects, and esbuild keeps all of an
 * object: a third of the bundle would be functions that the service never calls.
 */
const takeModulesAlone = {
  name: "take the modules of Effect alone",
  setup: (build) => {
    build.onLoad({ filter: /[\\/](src|words)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      // On one line, so that positions in the source map stay.
      const direct = (all, names, from) => names.split(",").flatMap(directImport(from)).join("; ") + "\n".repeat(all.split("\n").length - 1)
      return { contents: text.replaceAll(barrel, direct), loader: "ts" }
    })
  }
}

/** The data of holidays of other countries, the mailer and the writer of workbooks are files of their own, which only shops read that use them. */
const takeApart = {
  name: "take date-holidays, nodemailer and the writer of workbooks as files of their own",
  setup: (build) => {
    build.onResolve({ filter: /^date-holidays$/ }, () => ({ path: "./holidays.cjs", external: true }))
    build.onResolve({ filter: /Books\/Writer\.ts$/ }, () => ({ path: "./workbook.cjs", external: true }))
    build.onResolve({ filter: /\/Mailer\.ts$/ }, () => ({ path: "./mail.cjs", external: true }))
  }
}

/** The service as a module. */
export const bundleOptions = {
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outfile: "dist/service.js",
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  external: ["better-sqlite3"],
  define: { BUILD_COMMIT: JSON.stringify(commitOf(root)) },
  minify: true,
  // Read when an error is logged, so that its stack names files of src/.
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
  plugins: [leaveOutUncalled, takeHttpAsBuiltin, takeHttpsLate, takeModulesAlone],
  // CommonJS packages in an ES module bundle still call `require`.
  banner: { js: "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);" }
}

/**
 * The service and the commands, each one file besides the native binding: the start time depends on how much is read. Each is a function
 * that src/entry/CompiledCode.ts calls: V8 gives the compiled code of a script whenever it is asked.
 */
const functionOptions = {
  ...bundleOptions,
  format: "cjs",
  plugins: [...bundleOptions.plugins, takeApart],
  // The programs are functions with a `require`: only modules can import.
  supported: { "dynamic-import": false },
  define: { ...bundleOptions.define, "import.meta.url": "__url", "import.meta.dirname": "__folder" },
  banner: { js: "(function (require, __url, __folder) { \"use strict\";" },
  footer: { js: "})" }
}

export const serviceOptions = functionOptions

export const commandsOptions = { ...functionOptions, entryPoints: ["src/commands.ts"], outfile: "dist/commands.js" }

/** The program to start. It checks Node's version before it loads the service, which an old Node may be unable to parse. */
export const entryOptions = {
  absWorkingDir: root,
  entryPoints: ["src/entry.ts"],
  outfile: "dist/main.js",
  bundle: true,
  platform: "node",
  target: "node14.18",
  supported: { "top-level-await": true },
  format: "esm",
  logLevel: "warning"
}

/** The driver of PostgreSQL for `tills/database.mjs`, which is started as it is and not bundled. */
export const driverOptions = {
  absWorkingDir: root,
  entryPoints: ["pg"],
  outfile: "dist/pg.mjs",
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  plugins: [leaveOutUncalled],
  banner: bundleOptions.banner
}

/** The data of `holidays` for other countries than China. */
export const holidaysOptions = {
  ...driverOptions,
  entryPoints: ["date-holidays"],
  outfile: "dist/holidays.cjs",
  format: "cjs",
  banner: {},
  footer: { js: "module.exports = module.exports.default" }
}

/** The mailer of chats of the kind `email`. */
export const mailOptions = {
  ...driverOptions,
  entryPoints: ["src/Chat/Email/Mailer.ts"],
  outfile: "dist/mail.cjs",
  format: "cjs",
  banner: {}
}

/** What writes the workbook of a range of days. */
export const workbookOptions = { ...mailOptions, entryPoints: ["src/Books/Writer.ts"], outfile: "dist/workbook.cjs" }

/** The table reader for `tills/folder.mjs`. */
export const tablesOptions = { ...driverOptions, entryPoints: ["src/Tables.ts"], outfile: "dist/tables.mjs" }
