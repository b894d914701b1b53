import { FastCheck as fc } from "effect"
import { anyFiles, goodFiles } from "./Csv.ts"
import { disturbedRequests, guesses } from "./Disorder.ts"
import { type Document, node } from "./Document.ts"
import { halfSent, sendHalf } from "./HalfSent.ts"
import { judge } from "./Judge.ts"
import { longNumbers } from "./LongNumbers.ts"
import { manyHeaders } from "./ManyHeaders.ts"
import { judgeBytes, rawBytes } from "./RawBytes.ts"
import { spelledRequests } from "./Spellings.ts"
import { declaredRequests, weightOf } from "./Values.ts"
import { describe, type FuzzAnswer, type FuzzRequest, sendBytes, type wire } from "./Wire.ts"

export interface Target {
  readonly port: number
  readonly document: Document
  readonly today: string
  readonly send: ReturnType<typeof wire>["send"]
  /** The secret of a token of the role `feed`. */
  readonly feed: string
}

/** A kind of request: how it is generated, sent and judged. `share` is the number of such requests in a hundred. */
export interface Lane {
  readonly name: string
  readonly share: number
  /** Milliseconds of the service's processor time that a request may take on average. Such a lane runs after the others, alone. */
  readonly processor?: number
  readonly property: fc.IAsyncProperty<[Shown]>
}

/** A request in a form that fast-check can print. */
interface Shown {
  readonly run: () => Promise<string | undefined>
  readonly [fc.toStringMethod]: () => string
}

const json = (answer: FuzzAnswer): unknown => {
  try {
    return JSON.parse(answer.body.toString("utf8"))
  } catch {
    return undefined
  }
}

export const lanes = (target: Target, counted: (status: number) => void): ReadonlyArray<Lane> => {
  const { document, feed, port, send, today } = target

  /** Lets a till push with its own token, because the admin token may not push. */
  const byTill = (request: FuzzRequest): FuzzRequest =>
    request.target.startsWith("/api/feed/") ? { ...request, headers: { ...request.headers, "x-admin-token": feed } } : request

  const shown = (request: FuzzRequest, alsoHolds: (answer: FuzzAnswer) => string | undefined = () => undefined): Shown => ({
    run: async () => {
      const answer = await send(request)
      counted(answer.status)
      return judge(document, request, answer) ?? alsoHolds(answer)
    },
    [fc.toStringMethod]: () => describe(request)
  })

  const lane = (name: string, share: number, arbitrary: fc.Arbitrary<Shown>): Lane => ({
    name,
    share,
    property: fc.asyncProperty(arbitrary, async ({ run }) => {
      const fault = await run()
      if (fault !== undefined) throw new Error(fault)
    })
  })

  // The code of an invitation or of the set-up cannot be invented, and each wrong one counts as a guess, for which the address would wait.
  const operations = document.operations.filter(({ path }) => path !== "/api/session/invitation" && !path.startsWith("/api/setup"))

  const ofOperations = (arbitrary: (operation: Document["operations"][number]) => fc.Arbitrary<Shown>) =>
    fc.oneof(...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: arbitrary(operation) })))

  const accepted = (request: FuzzRequest, may: ReadonlyArray<number>) =>
    shown(request, (answer) =>
      answer.status === 200 || may.includes(answer.status)
        ? undefined
        : `${answer.status} ${answer.body.toString("utf8", 0, 300)}: the document allows this request`)

  /** The statuses that may refuse a valid request because of stored data or the bot's reply. */
  const refusalsOf = (path: string): ReadonlyArray<number> => {
    // 400: the document cannot name the chats of the settings.
    if (path.endsWith("/test_push")) return [400, 502]
    if (path.endsWith("/source/try")) return [502]
    // The hash of the file cannot be invented.
    if (/\/settings(?:\/try)?$/.test(path)) return [409]
    // The code of a screen cannot be invented, and one address may start only a few screens a minute.
    if (/\/screens?(\/claim)?$/.test(path)) return [410, 429]
    // 400: a name that mixes scripts or looks like another, and a token whose last day has passed.
    if (/\/admin\/(tokens|invitations)$/.test(path)) return [400, 409]
    if (path.endsWith("/admin/days/{date}")) return [409]
    // 422: an answer that the file does not offer or contradicts, which only the file can say.
    if (path.endsWith("/admin/import")) return [409, 422]
    // The schema cannot express the order and length of a range, nor its end a month ahead.
    if (/^\/api\/days(?:\.csv|\.xlsx)?$/.test(path)) return [400]
    // Not every year has a week 53, and none has a week 54.
    if (path.endsWith("/{period}")) return [400]
    // A month with a goal lies at most 24 months before or after the current one.
    if (path.includes("/goals/")) return [422]
    if (path.endsWith("/undo")) return [404, 409]
    if (/\/turnover(\/\{date\})?$/.test(path)) return [404, 409]
    // 401 and 403: another request has revoked the till's token, or changed its role.
    if (path.startsWith("/api/feed/")) return [401, 403, 409]
    if (path.endsWith("/resend")) return [400, 404]
    return path.includes("{id}") ? [404] : []
  }

  return [
    lane("declared", 25,
      ofOperations((operation) =>
        declaredRequests(document, operation, today).map((request) => accepted(byTill(request), refusalsOf(operation.path)))
      )),
    lane("disturbed", 32,
      ofOperations((operation) =>
        disturbedRequests(document, operation, today).map(byTill).map((request) =>
          shown(request, (answer) => {
            const isSame = request.method === operation.method && request.target.split("?", 1)[0] === operation.path
            if (
              !isSame || operation.body?.contentType !== "application/json" || answer.status !== 200 || request.body === undefined ||
              request.body.length === 0
            ) {
              return undefined
            }
            return operation.body.isValid(JSON.parse(Buffer.from(request.body).toString("utf8")))
              ? undefined
              : "a body that the document forbids was accepted"
          })
        )
      )),
    lane("spellings", 4,
      ofOperations((operation) =>
        spelledRequests(document, operation, today).map((request) =>
          shown(request, ({ status }) =>
            status === 404 || !/^(\/|http:)/i.test(request.target) ? undefined : `${status}: another spelling of a path`)
        )
      )),
    lane("files", 8, goodFiles(today).map(({ request, rows }) =>
      shown(request, (answer) => {
        const { imported } = node(json(answer))
        return answer.status === 200 && imported === rows
          ? undefined
          : `${answer.status} ${answer.body.toString("utf8", 0, 300)}: ${rows} good rows`
      })
    )),
    lane("any bytes as files", 7, anyFiles(today).map((request) => shown(request))),
    lane("guesses", 5,
      fc.oneof(...document.operations.filter(({ admin }) => admin).map(guesses)).map((request) =>
        shown(request, ({ status }) => status === 401 || status === 429 ? undefined : `${status}: a wrong token`)
      )),
    lane("half sent", 2, halfSent(document, today).map((half) => ({
      run: async () => {
        const answer = await sendHalf(send, half)
        counted(answer.status)
        return judge(document, half.request, answer) ??
          (answer.status >= 400 ? undefined : `${answer.status} ${answer.body.toString("utf8", 0, 300)}: the right to it had ended`)
      },
      [fc.toStringMethod]: () => `${describe(half.request)}\n${half.loss} after ${half.share} of the body and ${half.pause} ms`
    }))),
    lane("raw bytes", 13, rawBytes.map((bytes) => ({
      run: async () => {
        const received = await sendBytes(port, bytes)
        counted(Number(received.toString("latin1", 9, 12)))
        return judgeBytes(document, bytes, received)
      },
      [fc.toStringMethod]: () => JSON.stringify(bytes.toString("latin1"))
    }))),
    lane("many headers", 3, manyHeaders.map(({ bytes, status }) => ({
      run: async () => {
        const heard = await sendBytes(port, bytes)
        const found = Number(heard.toString("latin1", 9, 12))
        counted(found)
        return found === status ? judgeBytes(document, bytes, heard) : `${found}: expected ${status}`
      },
      [fc.toStringMethod]: () => JSON.stringify(bytes.toString("latin1"))
    }))),
    { ...lane("long numbers", 1, longNumbers.map((request) => shown(request))), processor: 100 }
  ]
}
