import { Context, Duration } from "effect"

/** Bounds what unauthenticated clients may use at once, and for how long. */
export class ClientLimits extends Context.Reference<ClientLimits>()("ClientLimits", {
  defaultValue: () => ({
    /** Milliseconds that the headers of a request may take. */
    headersTimeout: Duration.toMillis("10 seconds"),
    /** Milliseconds that a whole request may take. */
    requestTimeout: Duration.toMillis("30 seconds"),
    /** Milliseconds between two checks for requests that take too long. */
    connectionsCheckingInterval: Duration.toMillis("2 seconds"),
    /**
     * Headers of a request; Apache's default. It is far below the thousand beyond which Node silently drops headers, such as a
     * second Host.
     */
    headers: 100,
    /** Open event streams, at about 12 KB each: bounds the memory, far above what a shop needs. */
    streams: 10_000,
    /** Further connections are closed unread. It is higher than `streams`, so that refused streams and other requests get a response. */
    connections: 12_000,
    /** Pipelined requests of one connection that wait for earlier responses, at about 3 KB each. No client sends as many. */
    waiting: 100,
    /** Milliseconds between two checks of a connection without traffic. A client that reads nothing is cut off at the second check. */
    stalled: Duration.toMillis("15 seconds"),
    /**
     * How much of a body a client may still send after its response. It is the size of an import, so that the connection of a
     * refused import is not reset.
     */
    unread: { bytes: 5 * 1024 * 1024, millis: Duration.toMillis("5 seconds") },
    /**
     * For all long responses together: the bytes that clients have not read, how many responses wait for room, and for how many
     * milliseconds.
     */
    longResponses: { bytes: 64 * 1024 * 1024, waiting: 200, patience: Duration.toMillis("10 seconds") }
  })
}) {}
