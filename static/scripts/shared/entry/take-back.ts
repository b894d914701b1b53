import type { Responses } from "../../../../src/Api/Responses.ts"
import { mine } from "../mine.ts"
import { request } from "../request.ts"
import type { Save } from "./save.ts"

export type Own = NonNullable<Responses["ownChange"]["change"]>

/** The person's newest change that can still be undone; null for none, and where that is not known. */
export const askOwn = async (): Promise<Own | null> =>
  // A browser in which nobody has signed in would get a refusal, which is an error in its console.
  mine.role.get() === null ? null : request("api/admin/changes/own").then(({ change }) => change, () => null)

/**
 * Undoes a change. Returns the day before and after it, from the server's response.
 * @param id its audit record
 */
export const takeBack = (id: number, who: Record<string, string>, save: Save): Promise<Responses["undo"]> =>
  save("POST", `changes/${id}/undo`, who)
