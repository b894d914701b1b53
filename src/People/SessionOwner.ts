import { master, type Person } from "../Domain/Person.ts"
import type { Instants } from "../Domain/SteadyTime.ts"
import { endOfToken } from "./Expiry.ts"
import type { SessionRow } from "./Store.ts"

export const personOfSession = ({ id, name, role, token_id }: SessionRow): Person =>
  name === null || role === null ? master(id) : { name, role, token: token_id, session: id }

/** The instant of the steady clock at which a session or its token expires. */
export const endOfSession = ({ expires_at, token_ends_at, token_expires_at }: SessionRow, now: Instants): number =>
  Math.min(expires_at, endOfToken({ ends_at: token_ends_at, expires_at: token_expires_at }, now))

/** Whether the end of a session or of its token is stored. A stored end counts whatever the clock shows. */
export const wasEnded = ({ ended_at, token_revoked_at }: SessionRow): boolean => ended_at !== null || token_revoked_at !== null
