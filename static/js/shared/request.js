// @ts-check

/** A refusal in the server's words (rule 3.1), or no response (`status` 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} detail
   * @param {Record<string, any>} [body]
   * @param {number} [retryAfter] seconds
   */
  constructor(status, code, detail, body = {}, retryAfter = 0) {
    super(detail)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Milliseconds to wait for a response. */
const patience = 15_000

/**
 * @param {number} status
 * @param {string} text
 * @param {number} retryAfter seconds
 */
export const errorOf = (status, text, retryAfter = 0) => {
  try {
    const body = JSON.parse(text)
    return new ApiError(status, String(body.error ?? "internal"), String(body.detail ?? body.title ?? ""), body, retryAfter)
  } catch {
    return new ApiError(status, "internal", `HTTP ${status}`, {}, retryAfter)
  }
}

/**
 * The JSON of the response. Any other outcome is an ApiError.
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {(headers: Headers) => void} [hear] gets the headers of an answer
 * @returns {Promise<any>}
 */
export const request = async (path, init = {}, hear) => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patience)
  try {
    const response = await fetch(path, { ...init, signal: abort.signal })
    if (!response.ok) throw errorOf(response.status, await response.text(), Number(response.headers.get("Retry-After") ?? 0))
    hear?.(response.headers)
    return await response.json()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(0, "unreachable", String(error))
  } finally {
    clearTimeout(timer)
  }
}
