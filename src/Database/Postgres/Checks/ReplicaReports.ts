import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { type Check, passed, warning } from "../../../Codes/Check.ts"
import { differingKeys } from "../../../Config/Fingerprint.ts"
import type { SeenReplica } from "../../ReplicaRegistry.ts"
import * as ReplicaRows from "../Replicas/ReplicaRows.ts"

const inWords = ({ id, sending, version }: SeenReplica): string => `${id} ${version}${sending ? ", which sends" : ""}`

/** The processes that serve the database, and whether they agree. */
export const replicasAs = (replicas: ReadonlyArray<SeenReplica>): Check => {
  const faulty = replicas.filter(({ configFault }) => configFault !== null)
  const differing = differingKeys(replicas)
  const all = replicas.map(inWords).join("; ")
  if (faulty.length > 0) {
    return warning("replicas", faulty.map(({ configFault, id }) => `${id}: ${configFault}`).join("; "), "correct the file, then reload")
  }
  if (differing.length > 0) {
    return warning("replicas", `${all}: different settings: ${differing.join(" ")}`,
      "give each replica the same settings, then reload or restart")
  }
  return passed("replicas", all === "" ? "none was seen in the last minute" : all)
}

export const checkReplicas = Effect.gen(function*() {
  const { seen } = ReplicaRows.make(yield* SqlClient.SqlClient, "doctor")
  return replicasAs(yield* seen)
})
