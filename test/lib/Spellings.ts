import { Effect, FastCheck as fc, Runtime } from "effect"
import { disguises, replacedAt } from "../../lab/proofs/fuzz/Spellings.ts"
import { type Need, type Person, Role } from "../../src/Domain/Person.ts"
import { createToken } from "./Browser.ts"
import { raw, type RawAnswer } from "./HttpService.ts"
import { places } from "./Places.ts"

/** A path as it is sent, and the plain path that it spells, which may be itself. */
interface Spelling {
  readonly path: string
  readonly of: string
}

const plainPath = fc.constantFrom(...places).chain(({ path }) =>
  fc.constantFrom("4711", "77", "x", "2025-12-08", "9999-99-99", "a.b").map((parameter) => path.replace(/4711|2025-12-08/, parameter))
)

const spelling: fc.Arbitrary<Spelling> = plainPath.chain((path) =>
  fc.oneof(
    fc.constant({ path, of: path }),
    // Paths are case-sensitive, so this is a different path.
    fc.nat(path.length - 1).map((index) => replacedAt(path, index, (char) => char.toUpperCase())).map((path) => ({ path, of: path })),
    fc.tuple(fc.constantFrom(...disguises), fc.integer({ min: path === "/" ? 0 : 1, max: path.length - 1 })).map(([disguise, index]) => ({
      path: disguise(path, index),
      of: path
    }))
  )
)

const query = fc.constantFrom("", "", "?x=1", "?/api/health", "?reason=x#y")

const anyMethod = fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

const patterns = places.map((place) => ({
  ...place,
  pattern: new RegExp(`^${place.path.replaceAll(".", String.raw`\.`).replace(/4711|2025-12-08|icon.*/, "[^/]+")}$`)
}))

/** The need of a request whose path is in its plain form, from the list of places. */
const needOfPlain = (method: string, path: string): Need => {
  const reads = method === "GET" || method === "HEAD"
  const found = patterns.find((place) => place.pattern.test(path) && (place.method === method || reads && /GET|HEAD/.test(place.method)))
  return found?.need ?? "view"
}

export const verdictOf = ({ headers, status, text }: RawAnswer): string => {
  if (status === 401 || status === 303 && /^(?:\.\.\/)*sign-in\?/.test(headers.location ?? "")) return "unauthorized"
  return status === 403 && (text === "" || text.includes("\"forbidden\"")) ? "forbidden" : "pass"
}

interface Visitor {
  readonly who: Person | undefined
  readonly headers: Readonly<Record<string, string>>
}

const person = (role: Role): Person => ({ name: role, role, token: 1, session: null })

export const nobody: Visitor = { who: undefined, headers: {} }

/** A visitor of each role, and one without a credential. */
export const everybody = Effect.map(
  Effect.forEach(Role.literals,
    (role) =>
      Effect.map(createToken(`a ${role}`, role), ({ secret }): Visitor => ({ who: person(role), headers: { "x-admin-token": secret } }))),
  (visitors) => [...visitors, nobody]
)

/** A request in any spelling, its response, and the need of the same request in its plain form. */
export interface Asked {
  readonly need: Need
  readonly who: Person | undefined
  readonly isPlain: boolean
  /** Whether it is a valid request: its target has to begin like one. */
  readonly isRequest: boolean
  readonly method: string
  readonly answer: RawAnswer
}

/** Checks the responses to random requests. None of them may reveal an error of the service. */
export const holds = (runs: number, visitors: ReadonlyArray<Visitor>, check: (asked: Asked, shown: string) => void) =>
  Effect.gen(function*() {
    const run = Runtime.runPromise(yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof raw>>>())
    const property = fc.asyncProperty(fc.constantFrom(...visitors), anyMethod, spelling, query, async (visitor, drawn, spelling, query) => {
      // An event stream does not end, and a body that is not JSON changes nothing.
      const isRequest = /^(\/|https?:)/i.test(spelling.path)
      const method = !isRequest ? "GET" : drawn === "GET" && spelling.of === "/api/events" ? "HEAD" : drawn
      const body = ["PUT", "POST", "PATCH"].includes(method) ? { body: "{" } : {}
      const answer = await run(raw(spelling.path + query, { method, headers: visitor.headers, ...body }))
      const shown = `${method} ${spelling.path}${query} as ${visitor.who?.role ?? "nobody"}: ${answer.status} ${answer.text.slice(0, 200)}`
      check({
        need: needOfPlain(method, spelling.of),
        who: visitor.who,
        isPlain: spelling.path === spelling.of,
        isRequest,
        method,
        answer
      }, shown)
    })
    const { counterexamplePath, errorInstance, failed, seed } = yield* Effect.promise(() => fc.check(property, { numRuns: runs }))
    return failed ? yield* Effect.fail(new Error(`seed ${seed}, path ${counterexamplePath}: ${String(errorInstance)}`)) : undefined
  })
