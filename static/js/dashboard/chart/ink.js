// @ts-check

/** The stylesheet's colour of that name, as it is in the chart. @param {string} name */
export const colour = (name) => getComputedStyle(document.body).getPropertyValue(`--${name}`).trim()

export const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Diagonal lines: a forecast looks drawn, not filled. @param {string} ink @param {number} unit device pixels */
export const hatch = (ink, unit) => {
  const tile = document.createElement("canvas")
  const size = Math.round(6 * unit)
  tile.width = tile.height = size
  const brush = tile.getContext("2d")
  if (brush === null) return ink
  brush.strokeStyle = ink
  brush.lineWidth = unit
  brush.beginPath()
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift, size)
    brush.lineTo(shift + size, 0)
  }
  brush.stroke()
  return brush.createPattern(tile, "repeat") ?? ink
}
