/** Whether a request with that method changes nothing. */
export const readsOnly = (method: string | undefined): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"
