import { Context, Duration } from "effect"

/** Bounds on what unauthenticated clients may use at once, and for how long. */
export class ClientLimits extends Context.Reference<ClientLimits>()("ClientLimits", {
  defaultValue: () => ({
    /** Milliseconds that the headers of a request may take. */
    headersTimeout: Duration.toMillis("10 seconds"),
    /** Milliseconds that a whole request may take. */
    requestTimeout: Duration.toMillis("30 seconds"),
    /** Milliseconds between two checks for requests that take too long. */
    connectionsCheckingInterval: Duration.toMillis("2 seconds"),
    /** Headers of a request, Apache's default. Far below the thousand beyond which Node drops some silently, a second Host among them. */
    headers: 100,
    /** Open event streams. About 12 KB each: a bound on memory, far above what a shop needs. */
    streams: 10_000,
    /** Any further connection is closed unread. Higher than `streams`, so that refused streams and other requests get a response. */
    connections: 12_000,
    /** Pipelined requests of one connection that wait for earlier responses, about 3 KB each: more than any client sends. */
    waiting: 100,
    /** Milliseconds between two checks of a connection without traffic. A client that reads nothing is cut off at the second check. */
    stalled: Duration.toMillis("15 seconds"),
    /** What a client may still send of a body after its response: as much as an import, so that one that is refused is not reset. */
    unread: { bytes: 5 * 1024 * 1024, millis: Duration.toMillis("5 seconds") },
    /** For all long responses together: bytes that clients have not read, how many wait for room, and for how many milliseconds. */
    longResponses: { bytes: 64 * 1024 * 1024, waiting: 200, patience: Duration.toMillis("10 seconds") }
  })
}) {}
