import { Context, Duration } from "effect"

/** What strangers may take of the service at once, and for how long. */
export class Limits extends Context.Reference<Limits>()("Limits", {
  defaultValue: () => ({
    /** Milliseconds that the headers of a request may take. */
    headersTimeout: Duration.toMillis("10 seconds"),
    /** Milliseconds that a whole request may take. */
    requestTimeout: Duration.toMillis("30 seconds"),
    /** How often, in milliseconds, it is looked at which requests take too long. */
    connectionsCheckingInterval: Duration.toMillis("2 seconds"),
    /** Headers of a request, Apache's default. Far below the thousand beyond which Node drops some silently, a second Host among them. */
    headers: 100,
    /** About 12 KB each: a bound on memory, far above what a shop needs. */
    streams: 10_000,
    /** One more is closed unread. Above `streams`, so that too many of them get an answer, and requests still find room. */
    connections: 12_000,
    /** Requests of one connection that wait for the answers before their own, about 3 KB each: more than any client pipelines. */
    waiting: 100,
    /** Milliseconds after which a connection is checked that did not move. A reader that takes no byte is cut off at the second check at the latest. */
    stalled: Duration.toMillis("15 seconds"),
    /** Long answers together: what they hold for their readers, how many more wait for room, and milliseconds that they wait. */
    longAnswers: { bytes: 64 * 1024 * 1024, waiting: 200, patience: Duration.toMillis("10 seconds") }
  })
}) {}
