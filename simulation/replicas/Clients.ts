import { hold, same } from "../Broken.ts"
import type { Answer, Call } from "../Exchange.ts"
import type { AuditRow } from "../Observer.ts"
import { codeOf } from "../steps/Requests.ts"
import type { Fleet } from "./Fleet.ts"
import type { Life } from "./Life.ts"

interface Request {
  readonly name: string
  readonly call: Call
  /** How many audit records the request must cause, exactly once. */
  readonly records: number
  readonly isOwn: (row: AuditRow) => boolean
  readonly repeats: boolean
  readonly at: number
  found: number
  outcome: "waits" | "done" | "refused" | "unknown"
}

/** How long a client waits for a response before it gives the request up, as a proxy does. */
const patience = 12_000
const between = 1_000

/** The people and programs that change days, through any replica each time. Each acknowledged change must be stored exactly once. */
export const clients = (fleet: Fleet) => {
  const requests: Array<Request> = []
  let read = 0

  /** Assigns the records since the last call to their requests. */
  const absorb = () => {
    for (const row of fleet.book.audits.slice(read)) {
      if (row.action === "generate" || row.action === "finalize") continue
      const owner = requests.findLast(({ isOwn }) => isOwn(row))
      if (owner === undefined) {
        hold(false, "each recorded change was requested", () => JSON.stringify(row))
        continue
      }
      // A closed day that gets a figure is opened first, which is a separate record.
      if (row.action !== "open" || owner.call.url.includes("/days/")) owner.found += 1
      hold(owner.found <= owner.records, "a change is stored once", () => `${owner.name} is stored again as record ${row.id}`)
    }
    read = fleet.book.audits.length
  }

  const answered = (request: Request, answer: Answer) => {
    absorb()
    if (answer.status === 200) {
      hold(request.found === request.records, "what was acknowledged is stored", () =>
        `${request.name}: ${request.found} of ${request.records} records`)
      request.outcome = "done"
      return
    }
    if (answer.status < 500) {
      same("a refused change is not stored", [request.name, codeOf(answer), request.found], [request.name, codeOf(answer), 0])
      request.outcome = "refused"
      return
    }
    hold(!fleet.isSettledDown(), "a request is answered as it should while all is well",
      () => `${request.name}: ${answer.status} ${answer.text}`)
    request.outcome = "unknown"
    if (request.repeats) fleet.clock.after(between, () => send(request))
  }

  const some = () => {
    const serving = fleet.serving()
    return serving[serving.length === 1 ? 0 : fleet.pick(serving.length)]
  }

  const send = (request: Request, life = some()) => {
    if (life === undefined) {
      if (request.repeats) fleet.clock.after(between, () => send(request))
      else request.outcome = "unknown"
      return
    }
    let isOver = false
    request.outcome = "waits"
    fleet.put(life, request.call, (answer) => {
      if (isOver) return
      isOver = true
      answered(request, answer)
    })
    fleet.clock.after(patience, () => {
      if (isOver) return
      isOver = true
      request.outcome = "unknown"
      if (request.repeats) send(request)
    })
  }

  return {
    absorb,
    /**
     * Sends a change to a replica: to `through`, if it is given. With a key, the request is repeated to any replica until there is
     * a response.
     */
    send: (name: string, call: Call, records: number, isOwn: (row: AuditRow) => boolean, key: string | undefined, through?: Life) => {
      const headers = key === undefined ? {} : { "idempotency-key": key }
      const request: Request = {
        name,
        call: { ...call, headers: { ...call.headers, ...headers } },
        records,
        isOwn,
        repeats: key !== undefined,
        at: fleet.clock.real(),
        found: 0,
        outcome: "waits"
      }
      requests.push(request)
      send(request, through)
    },
    waiting: () => requests.filter(({ outcome, repeats }) => outcome === "waits" || (repeats && outcome === "unknown")).length,
    /**
     * Checks, while no work is in progress, that each request was stored completely or not at all, and that each repeated one was
     * completed.
     */
    check: () => {
      absorb()
      for (const { found, name, outcome, records } of requests) {
        hold(found === 0 || found === records, "a change is done whole or not at all", () => `${name}: ${found} of ${records} records`)
        hold(outcome !== "done" || found === records, "what was acknowledged is stored", () => `${name}: ${found} of ${records} records`)
      }
      requests.length = 0
    }
  }
}

export type Clients = ReturnType<typeof clients>
