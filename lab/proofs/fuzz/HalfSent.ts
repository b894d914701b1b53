import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"
import { type Document, node, type Operation } from "./Document.ts"
import { declaredRequests } from "./Values.ts"
import type { FuzzAnswer, FuzzRequest, wire } from "./Wire.ts"

type Send = ReturnType<typeof wire>["send"]

/** Milliseconds. After a short pause the right often ends before the gate checks it, after a long one it ends later. */
const longestPause = 30

/** A change whose body stops in the middle while its token is revoked or gets the role `view`. */
export interface HalfSent {
  readonly request: FuzzRequest
  readonly share: number
  readonly pause: number
  readonly loss: "revoked" | "view"
}

const hasBody = ({ admin, body }: Operation): boolean => admin && body !== undefined

/** Whether a request changes something. A dry run does not, so its right is not checked again. */
const changes = ({ body, target }: FuzzRequest): boolean => (body?.length ?? 0) > 1 && !target.includes("dry_run")

export const halfSent = (document: Document, today: string): fc.Arbitrary<HalfSent> =>
  fc.record({
    request: fc.oneof(...document.operations.filter(hasBody).map((operation) => declaredRequests(document, operation, today)))
      .filter(changes),
    share: fc.double({ min: 0, max: 0.9, noNaN: true }),
    pause: fc.integer({ min: 0, max: longestPause }),
    loss: fc.constantFrom("revoked", "view")
  })

let people = 0

export const administer = async (
  send: Send,
  method: string,
  target: string,
  body: Readonly<Record<string, unknown>>,
  expected: ReadonlyArray<number> = [200]
): Promise<FuzzAnswer> => {
  const headers = { "x-admin-token": token, "content-type": "application/json" }
  const answer = await send({ method, target, headers, body: Buffer.from(JSON.stringify(body)) })
  if (!expected.includes(answer.status)) {
    throw new Error(`${method} ${target}: expected ${expected.join(" or ")}, got ${answer.status} ${answer.body.toString("utf8")}`)
  }
  return answer
}

/** Sends a request with its own token, and the rest of its body after the right has ended. */
export const sendHalf = async (send: Send, { loss, pause, request, share }: HalfSent): Promise<FuzzAnswer> => {
  const created = await administer(send, "POST", "/api/admin/tokens", { name: `half sent ${++people}`, role: "admin" })
  const { secret, token } = node(JSON.parse(created.body.toString("utf8")))
  const target = `/api/admin/tokens/${String(node(token)["id"])}`
  // A request of another lane may name this token's number and revoke it first.
  const end = (method: string, body: Readonly<Record<string, unknown>>) => administer(send, method, target, body, [200, 404])
  const revoke = () => end("DELETE", {})
  const answer = await send({
    ...request,
    headers: { ...request.headers, "x-admin-token": String(secret) },
    half: {
      at: Math.floor((request.body?.length ?? 0) * share),
      meanwhile: async () => {
        await new Promise((resolve) => setTimeout(resolve, pause))
        await (loss === "revoked" ? revoke() : end("PATCH", { role: "view" }))
      }
    }
  })
  if (loss === "view") await revoke()
  return answer
}
