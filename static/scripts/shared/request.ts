/** A refusal in the server's words (rule 3.1), or no response (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, any>
  readonly retryAfter: number

  /** @param retryAfter seconds */
  constructor(status: number, code: string, detail: string, body: Record<string, any> = {}, retryAfter: number = 0) {
    super(detail)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Milliseconds to wait for a response. */
const patience = 15_000

/** @param retryAfter seconds */
export const errorOf = (status: number, text: string, retryAfter: number = 0) => {
  try {
    const body = JSON.parse(text)
    return new ApiError(status, String(body.error ?? "internal"), String(body.detail ?? body.title ?? ""), body, retryAfter)
  } catch {
    return new ApiError(status, "internal", `HTTP ${status}`, {}, retryAfter)
  }
}

let prepared = (): Promise<unknown> => Promise.resolve()

/** @param load brings the sentences of refusals, which a page needs only then; it ends before the refusal is known */
export const beforeRefusals = (load: () => Promise<unknown>) => {
  prepared = load
}

/**
 * The JSON of the response. Any other outcome is an ApiError.
 * @param hear gets the headers of an answer
 */
export const request = async (path: string, init: RequestInit = {}, hear?: (headers: Headers) => void): Promise<any> => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patience)
  try {
    const response = await fetch(path, { ...init, signal: abort.signal })
    if (!response.ok) {
      const refusal = errorOf(response.status, await response.text(), Number(response.headers.get("Retry-After") ?? 0))
      await prepared().catch(() => undefined)
      throw refusal
    }
    hear?.(response.headers)
    return await response.json()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(0, "unreachable", String(error))
  } finally {
    clearTimeout(timer)
  }
}
