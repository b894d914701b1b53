import regexp from "eslint-plugin-regexp"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import tseslint from "typescript-eslint"
import { forPages, objectionToFile, typesForPages } from "./scripts/lib/layers.mjs"

/** Dependencies point one way: a folder may not import from the folders above it. */
const mayNotImport = (files, patterns, why) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [{ group: patterns, message: why }] }] }
})

const source = fileURLToPath(new URL("src", import.meta.url))

/** Dependencies point one way: from a room to rooms in lower layers. */
const layersPlugin = {
  rules: {
    "point-down": {
      create: (context) => {
        const check = (node) => {
          const target = node.source?.value
          if (typeof target !== "string" || !target.startsWith(".")) return
          const path = relative(source, join(dirname(context.filename), target))
          const message = path.startsWith("..") ? undefined : objectionToFile(relative(source, context.filename), path)
          if (message !== undefined) context.report({ node, message })
        }
        return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
      }
    }
  }
}

/** The pages may import only the listed files of `src/`. */
const pagesPlugin = {
  rules: {
    "from-source": {
      create: (context) => {
        const check = (node, target, allowed) => {
          const path = typeof target === "string" ? relative(source, join(dirname(context.filename), target)) : ".."
          if (!path.startsWith("..") && !allowed.includes(path))
            context.report({ loc: node.loc, message: `A page does not import ${path}: scripts/lib/layers.mjs has what it may import.` })
        }
        const checkImport = (node) => check(node, node.source?.value, node.importKind === "type" ? typesForPages : forPages)
        return {
          ImportDeclaration: checkImport,
          ExportNamedDeclaration: checkImport,
          ExportAllDeclaration: checkImport,
          ImportExpression: checkImport,
          Program: () => {
            for (const comment of context.sourceCode.getAllComments())
              for (const [, target] of comment.value.matchAll(/import\("(\.[^"]+)"\)/g)) check(comment, target, typesForPages)
          }
        }
      }
    }
  }
}

const determinism = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Time comes from Effect's Clock." },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: "Time comes from Effect's Clock." },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: "Randomness comes from Effect's Random." },
  { selector: "MemberExpression[property.name='innerHTML']", message: "Set textContent: what a person typed is never HTML." }
]

/** A page draws money and never computes it: a number that is missing is a member of the server's answer. */
const sums = (() => {
  const names = "/^(?:amount|total|counted|reached|current|previous|needed|forecast|usual|mean|cents|yuan|money)$/"
  const amount = `:matches(Identifier[name=${names}], MemberExpression[property.name=${names}])`
  const adds = ":matches(BinaryExpression[operator=/^[-+]$/], AssignmentExpression[operator=/^[-+]=$/])"
  const message = "A page does not add, subtract or average money: the server's answer has the number."
  return [
    `${adds} > ${amount}`,
    `${adds} > :matches(LogicalExpression, TSNonNullExpression) > ${amount}`,
    `${adds} > CallExpression[callee.object.name='Math'] > :matches(${amount}, BinaryExpression > ${amount})`,
    // Amounts in cents: `Math.round(a * 100) - …`.
    `${adds} > CallExpression[callee.object.name='Math'][callee.property.name='round']`,
    `BinaryExpression[operator='/'][right.property.name=/^(?:days|length|size)$/] > ${amount}`
  ].map((selector) => ({ selector, message }))
})()

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "data/"] },
  ...tseslint.configs.strict,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-console": "error",
      "no-restricted-syntax": ["error", ...determinism],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/unified-signatures": "off"
    }
  },
  {
    // Input may be long, so the time of a regular expression has to be linear.
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }]
    }
  },
  {
    // Command-line programs print to a person, and measure the machine.
    files: ["scripts/**", "lab/**"],
    rules: { "no-console": "off", "no-restricted-syntax": "off" }
  },
  {
    // A page may use the browser's clock to measure how much time has passed, even while the machine slept, but never to determine
    // the date.
    files: ["static/**"],
    plugins: { pages: pagesPlugin },
    rules: {
      "no-restricted-syntax": ["error", ...determinism.slice(2), ...sums],
      // Their type check knows Node's names, because of the types that come from files of `src/`.
      "no-restricted-globals": ["error", "Buffer", "global", "process", "require", "setImmediate"],
      "pages/from-source": "error"
    }
  },
  {
    // What comes from outside: answers, what a browser keeps, and events by their names. Its form depends on who wrote it.
    files: ["admin", "dom", "mine", "request"].map((name) => `static/scripts/shared/${name}.ts`),
    rules: { "@typescript-eslint/no-explicit-any": "off" }
  },
  // These run on any Node, in order to print which one is needed.
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  mayNotImport(["words/**"], ["../*", "!../Words.ts"], "Sentences import nothing: the pages and the service share them."),
  {
    // `npm test` is quick and needs nothing but Node.
    files: ["test/**"],
    ignores: ["test/system/**"],
    rules: {
      "no-restricted-imports": ["error", {
        patterns: [{
          group: [
            "node:child_process",
            "child_process",
            "playwright-core",
            "**/system/**",
            "**/lab/proofs/Service.ts",
            "**/lab/proofs/torture/**"
          ],
          message: "A test that starts a process, a browser or a server belongs below test/system/, in the folder of its subject."
        }]
      }]
    }
  },
  { files: ["src/**"], plugins: { layers: layersPlugin }, rules: { "layers/point-down": "error" } }
)
