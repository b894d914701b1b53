// @ts-check
import { ApiError, request } from "../../shared/request.js"

/** The health report; a service that is down answers 503 with the same report. @returns {Promise<any>} */
export const healthReport = async () => {
  try {
    return await request("/api/health")
  } catch (error) {
    if (error instanceof ApiError && error.body["status"] === "down") return error.body
    throw error
  }
}
