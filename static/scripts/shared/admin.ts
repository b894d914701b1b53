import { ApiError, errorOf, request } from "./request.ts"
import { goToSignIn } from "./session.ts"

/** Opens the sign-in page if the session has ended. */
const judge = (error: unknown) => {
  if (error instanceof ApiError && (error.status === 401 || error.code === "admin_disabled")) goToSignIn(error.status === 401)
  return error
}

/**
 * Calls an admin endpoint; `body` is sent as JSON. `key` is an idempotency key: a repeated request with it counts once.
 * @param path below /api/admin/
 */
export const admin = async (
  method: "GET" | "PUT" | "PATCH" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  key?: string
): Promise<any> => {
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
 * @param onProgress from 0 to 1 of the upload
 */
export const upload = (path: string, file: File, onProgress: (share: number) => void): Promise<any> =>
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
