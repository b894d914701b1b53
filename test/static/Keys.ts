import { join } from "node:path"
import ts from "typescript"

const root = join(import.meta.dirname, "../..")
const config = ts.readConfigFile(join(root, "static/tsconfig.json"), ts.sys.readFile).config
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "static"))
const program = ts.createProgram(fileNames, options)
const checker = program.getTypeChecker()

const fileOf = (path: string): ts.SourceFile => {
  const file = program.getSourceFile(join(root, path))
  if (file === undefined) throw new Error(`${path} is not among the pages' modules`)
  return file
}

const membersOf = (type: ts.Type): ReadonlyArray<ts.Type> => type.isUnion() ? type.types : [type]
const literalsOf = (type: ts.Type): ReadonlyArray<string> => membersOf(type).flatMap((each) => each.isStringLiteral() ? [each.value] : [])

/** The keys of all pages, from the parameter of `t`. */
const keys: ReadonlySet<string> = (() => {
  const language = checker.getSymbolAtLocation(fileOf("static/scripts/shared/language.ts"))
  const t = language === undefined ? undefined : checker.tryGetMemberInModuleExports("t", language)
  const key = t === undefined ? undefined : checker.getTypeOfSymbol(t).getCallSignatures()[0]?.getParameters()[0]
  return new Set(key === undefined ? [] : literalsOf(checker.getTypeOfSymbol(key)))
})()

/** The values that a text can have: one of some texts, or any text between its fixed parts. */
const textsOf = (type: ts.Type): ReadonlyArray<string | RegExp> =>
  membersOf(type).map((each) =>
    each.isStringLiteral()
      ? each.value
      : each.flags & ts.TypeFlags.TemplateLiteral
      ? new RegExp(`^${(each as ts.TemplateLiteralType).texts.map((text) => text.replaceAll(".", "\\.")).join(".+")}$`)
      : /^/
  )

/**
 * The files that a module imports, directly or through others, but not only for their types: all of them, or those that are loaded
 * when it first runs.
 */
export const modulesOf = (path: string, when: "first" | "ever" = "ever", found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(path)) return found
  found.add(path)
  const visit = (node: ts.Node): void => {
    const isType = ts.isImportDeclaration(node) && node.importClause?.isTypeOnly === true
    const target = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : when === "ever" && ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
      ? node.arguments[0]
      : undefined
    if (!isType && target !== undefined && ts.isStringLiteral(target) && target.text.startsWith("."))
      modulesOf(new URL(target.text, `file:///${path}`).pathname.slice(1), when, found)
    ts.forEachChild(node, visit)
  }
  fileOf(path).forEachChild(visit)
  return found
}

export interface Asked {
  /** The keys that the page shows, and therefore needs. */
  readonly needed: ReadonlySet<string>
  /** Whether the module uses a key, even if the server names a part of it. */
  readonly asks: (key: string) => boolean
}

/** The keys that a module uses: every text that the type checker expects to be a key. */
export const keysAskedBy = (path: string): Asked => {
  const needed = new Set<string>()
  const perhaps: Array<string | RegExp> = []
  const visit = (node: ts.Node): void => {
    const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node
    if (!isName && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) {
      const expected = checker.getContextualType(node)
      const literals = expected === undefined ? [] : literalsOf(expected)
      if (expected !== undefined && literals.length >= keys.size) {
        const texts = ts.isTemplateExpression(node) ? textsOf(checker.getTypeAtLocation(node)) : [node.text]
        const mayBeUnknown = membersOf(expected).length > literals.length
        for (const text of texts) {
          if (mayBeUnknown || typeof text !== "string") perhaps.push(text)
          else needed.add(text)
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  fileOf(path).forEachChild(visit)
  return { needed, asks: (key) => needed.has(key) || perhaps.some((text) => typeof text === "string" ? text === key : text.test(key)) }
}
