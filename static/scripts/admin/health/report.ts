import type { Responses } from "../../../../src/Api/Responses.ts"
import { ApiError, request } from "../../shared/request.ts"

/** what a signed-in person gets */
export type Health = Extract<Responses["health"], { database: unknown }>

/** Loads the report. A service that is down sends the same report with status 503. */
const ask = async () => {
  try {
    return await request("api/health")
  } catch (error) {
    if (error instanceof ApiError && error.body["status"] === "down") return error.body
    throw error
  }
}

/** The health report. A client that has signed out of a private shop gets only the status, which counts as a refusal here. */
export const healthReport = async (): Promise<Health> => {
  const report = await ask()
  if (!("database" in report)) throw new ApiError(401, "unauthorized", "")
  return report
}
