// @ts-check
import { ApiError, errorOf, request } from "./request.js"
import { goToSignIn } from "./session.js"

/** Opens the sign-in page if the session has ended. @param {unknown} error */
const judge = (error) => {
  if (error instanceof ApiError && (error.status === 401 || error.code === "admin_disabled")) goToSignIn(error.status === 401)
  return error
}

/**
 * Calls an admin endpoint; `body` is sent as JSON. `key` is an idempotency key: a repeated request with it counts once.
 * @param {"GET" | "PUT" | "PATCH" | "POST" | "DELETE"} method @param {string} path below /api/admin/ @param {unknown} [body] @param {string} [key]
 * @returns {Promise<any>}
 */
export const admin = async (method, path, body, key) => {
  try {
    return await request(`api/admin/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(key === undefined ? {} : { "Idempotency-Key": key })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  } catch (error) {
    throw judge(error)
  }
}

/**
 * Sends the bytes of a file; the server detects its character set.
 * @param {string} path @param {File} file @param {(share: number) => void} onProgress from 0 to 1 of the upload
 * @returns {Promise<any>}
 */
export const upload = (path, file, onProgress) =>
  new Promise((resolve, reject) => {
    // fetch does not report the progress of an upload.
    const exchange = new XMLHttpRequest()
    exchange.open("POST", `api/admin/${path}`)
    exchange.setRequestHeader("Content-Type", "text/csv")
    exchange.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    exchange.onload = () => {
      if (exchange.status >= 200 && exchange.status < 300) {
        try {
          resolve(JSON.parse(exchange.responseText))
          return
        } catch {
          // The response is not from the service, so it is handled below.
        }
      }
      reject(judge(errorOf(exchange.status, exchange.responseText, Number(exchange.getResponseHeader("Retry-After") ?? 0))))
    }
    exchange.onerror = () => reject(new ApiError(0, "unreachable", ""))
    exchange.send(file)
  })
