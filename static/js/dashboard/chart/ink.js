// @ts-check

/** The stylesheet's colour of that name. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

export const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Diagonal lines: an estimate looks drawn, not filled. @param {string} ink */
export const hatch = (ink) => {
  const tile = document.createElement("canvas")
  const scale = (rem() / 16) * devicePixelRatio
  const size = Math.round(7 * scale)
  tile.width = tile.height = size
  const brush = tile.getContext("2d")
  if (brush === null) return ink
  brush.strokeStyle = ink
  brush.lineWidth = 1.25 * scale
  brush.beginPath()
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift, size)
    brush.lineTo(shift + size, 0)
  }
  brush.stroke()
  return brush.createPattern(tile, "repeat") ?? ink
}
