export type Format = "card" | "post" | "text"

/** The verdict that the sender has to reach (rule 7.5). */
export type Meaning = "delivered" | "format" | "upset" | "permanent" | "transient" | "unknown"

/** One reply of the bot, or of the network in between. */
export interface Reply {
  readonly meaning: Meaning
  readonly status?: number
  readonly body?: string
  readonly retryAfter?: number
  /** A network error in place of a reply; with `silence`, no reply ever comes. */
  readonly fault?: "ECONNREFUSED" | "ENOTFOUND" | "ECONNRESET" | "silence"
  /** Whether the message reaches the chat all the same. */
  readonly arrives?: boolean
}

const code = (meaning: Meaning, value: number, msg = "answer of the bot", status = 200): Reply => ({
  meaning,
  status,
  body: JSON.stringify({ code: value, msg, data: {} })
})
export const bare = (meaning: Meaning, status: number, body = "<html></html>"): Reply => ({ meaning, status, body })

/** Feishu's replies by their verdict. */
export const replies: Readonly<Record<Meaning, readonly [Reply, ...ReadonlyArray<Reply>]>> = {
  delivered: [
    code("delivered", 0),
    code("delivered", 0),
    bare("delivered", 200, "{\"StatusCode\":0,\"StatusMessage\":\"success\"}"),
    bare("delivered", 200, "{\"StatusCode\":19001,\"code\":0}")
  ],
  format: [
    code("format", 9499, "Bad Request"),
    code("format", 19002),
    code("format", 11246),
    code("format", 31337),
    bare("format", 400, ""),
    bare("format", 200, "{\"StatusCode\":0,\"code\":11246}")
  ],
  upset: [code("upset", 1500), code("upset", 5000), bare("upset", 500), bare("upset", 502), bare("upset", 503)],
  permanent: [
    ...[19001, 19007, 19021, 19022, 19024].map((value) => code("permanent", value)),
    ...[401, 403, 404, 410].map((status) => bare("permanent", status, ""))
  ] as unknown as readonly [Reply],
  transient: [
    code("transient", 11232),
    code("transient", 11233),
    code("transient", 11247),
    code("transient", 9499, "too many request"),
    // A page is no refusal of the bot: it comes from the network in front of it.
    bare("transient", 400),
    bare("transient", 403),
    bare("transient", 429),
    { ...bare("transient", 429), retryAfter: 40 },
    { ...code("transient", 11232), retryAfter: 600 },
    { meaning: "transient", fault: "ECONNREFUSED" },
    { meaning: "transient", fault: "ENOTFOUND" }
  ],
  unknown: [
    { meaning: "unknown", fault: "silence", arrives: true },
    { meaning: "unknown", fault: "silence" },
    { meaning: "unknown", fault: "ECONNRESET", arrives: true },
    { meaning: "unknown", fault: "ECONNRESET" },
    { ...bare("unknown", 200, "ok"), arrives: true }
  ]
}
