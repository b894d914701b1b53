import { encodeQR } from "qr"

const svg = "http://www.w3.org/2000/svg"

/** White modules around the code, which the standard requires. */
const border = 4

/** A QR code as a labelled image. The package `qr` computes it, because error correction and masks are easy to get wrong. */
export const qrCode = (text: string, label: string) => {
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
