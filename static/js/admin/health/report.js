// @ts-check
import { ApiError, request } from "../../shared/request.js"

/** @typedef {Extract<import("../../../../src/Api/Responses.ts").Responses["health"], { replicas: unknown }>} Health what a signed-in person gets */

/** The health report; a service that is down answers 503 with the same report. @returns {Promise<Health>} */
export const healthReport = async () => {
  try {
    return await request("/api/health")
  } catch (error) {
    if (error instanceof ApiError && error.body["status"] === "down") return /** @type {Health} */ (error.body)
    throw error
  }
}
