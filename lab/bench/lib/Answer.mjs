import { connect } from "node:net"

const endOfHead = "\r\n\r\n"

/** The bytes of a request. */
export const requestText = (port, path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}${endOfHead}`

/** One complete response with a Content-Length: its head, its body, its length in bytes. */
export const answer = (port, path) =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const socket = connect({ host: "127.0.0.1", port }, () => socket.write(requestText(port, path)))
    socket.on("error", reject)
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf(endOfHead)
      if (end === -1) return
      const head = received.subarray(0, end).toString("latin1")
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]) + end + endOfHead.length
      if (!(received.length >= length)) return
      socket.destroy()
      resolve({ head, body: received.subarray(end + endOfHead.length, length).toString(), length })
    })
  })

const comparableHead = (head) =>
  head.split("\r\n").map((line) => line.toLowerCase().replace("; charset=utf-8", "")).filter((line) =>
    !/^(date|connection|keep-alive|x-request-id):/.test(line)
  ).sort().join("\n")

/**
 * Requires that the compared servers give the same response, byte for byte. Retries if the clock's second changed between the
 * requests.
 */
export const assertSameAnswer = async (ports, path) => {
  for (let attempt = 1;; attempt++) {
    const [first, ...others] = await Promise.all(ports.map((port) => answer(port, path)))
    if (others.every((other) => other.body === first.body && comparableHead(other.head) === comparableHead(first.head))) return
    if (attempt === 5)
      throw new Error(
        `${path}: expected equal responses, got\n${[first, ...others].map(({ body, head }) => `${head}\n${body}`).join("\n\n")}`
      )
  }
}
