// @ts-check
import { encodeQR } from "qr"

const svg = "http://www.w3.org/2000/svg"

/** Modules of white around the code, as the standard wants it. */
const border = 4

/**
 * A QR code as an image with that name. The package `qr` computes it: error correction and masks are a standard that
 * is easily got wrong.
 * @param {string} text @param {string} label
 */
export const qrCode = (text, label) => {
  const rows = encodeQR(text, "raw", { border, ecc: "medium" })
  const image = document.createElementNS(svg, "svg")
  image.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`)
  image.setAttribute("role", "img")
  image.setAttribute("aria-label", label)
  const path = document.createElementNS(svg, "path")
  path.setAttribute("d", rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x} ${y}h1v1h-1z` : "")).join(""))
  image.append(path)
  return image
}
