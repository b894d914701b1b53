// @ts-check
import { ApiError, errorOf, request } from "./request.js"
import { goToSignIn } from "./session.js"

/** A session that is over leads to the sign-in page. @param {unknown} error */
const judge = (error) => {
  if (error instanceof ApiError && (error.status === 401 || error.code === "admin_disabled")) goToSignIn(error.status === 401)
  return error
}

/**
 * Asks an admin endpoint; `body` goes as JSON, `key` names the request so that a repeated one counts once.
 * @param {"GET" | "PUT" | "PATCH" | "POST" | "DELETE"} method @param {string} path below /api/admin/ @param {unknown} [body] @param {string} [key]
 * @returns {Promise<any>}
 */
export const admin = async (method, path, body, key) => {
  try {
    return await request(`/api/admin/${path}`, {
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
 * Sends a file's bytes as they are: the server finds out its character set.
 * @param {string} path @param {File} file @param {(share: number) => void} onProgress from 0 to 1 of the upload
 * @returns {Promise<any>}
 */
export const upload = (path, file, onProgress) =>
  new Promise((resolve, reject) => {
    // fetch tells nothing about how far an upload has come.
    const exchange = new XMLHttpRequest()
    exchange.open("POST", `/api/admin/${path}`)
    exchange.setRequestHeader("Content-Type", "text/csv")
    exchange.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    exchange.onload = () => {
      if (exchange.status >= 200 && exchange.status < 300) {
        try {
          resolve(JSON.parse(exchange.responseText))
          return
        } catch {
          // Falls through: whatever answered is not the service.
        }
      }
      reject(judge(errorOf(exchange.status, exchange.responseText, Number(exchange.getResponseHeader("Retry-After") ?? 0))))
    }
    exchange.onerror = () => reject(new ApiError(0, "unreachable", ""))
    exchange.send(file)
  })
