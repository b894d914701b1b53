import { token } from "./Processes.mjs"

/** A session of a service, as the name and value of its cookie. */
export const signedIn = async (port) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token })
  })
  const [cookie = ""] = response.headers.getSetCookie()
  const [name = "", value = ""] = cookie.split(";", 1)[0].split("=")
  if (value === "") throw new Error(`expected a session, got ${response.status}: ${await response.text()}`)
  return { name, value }
}
