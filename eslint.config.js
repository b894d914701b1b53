import regexp from "eslint-plugin-regexp"
import tseslint from "typescript-eslint"

/** Dependencies point one way: a folder may not import from those that stand above it. */
const mayNotImport = (files, patterns, why) => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns: [{ group: patterns, message: why }] }] }
})

const determinism = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Time comes from Effect's Clock." },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: "Time comes from Effect's Clock." },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: "Randomness comes from Effect's Random." },
  { selector: "MemberExpression[property.name='innerHTML']", message: "Set textContent: what a person typed is never HTML." }
]

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
    // Input may be long: the time of a regular expression grows linearly with it.
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }]
    }
  },
  {
    // Command-line programs talk to a person, and measure machines.
    files: ["scripts/**", "bench/**", "proofs/**"],
    rules: { "no-console": "off", "no-restricted-syntax": "off" }
  },
  {
    // A page's own clock is the browser's: it tells what has passed, while the machine slept too, and never the date.
    files: ["static/**"],
    rules: { "no-restricted-syntax": ["error", ...determinism.slice(2)] }
  },
  mayNotImport(["words/**"], ["../*"], "Sentences import nothing: the pages and the service share them."),
  mayNotImport(["src/Domain/**"], ["../*"], "The domain is pure: it imports nothing of the service."),
  mayNotImport(["src/Api.ts", "src/Api/**"], ["**/Ledger*", "**/Notifier*", "**/Scheduler*", "**/Http*", "**/Database*"], "A declaration knows the domain only."),
  mayNotImport(["src/Ledger.ts", "src/Ledger/**", "src/Scheduler.ts", "src/Scheduler/**", "src/Notifier.ts", "src/Notifier/**"], ["**/Http*", "**/Api*"], "An actor never knows HTTP.")
)
