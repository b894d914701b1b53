/** The positions of the picture, in fifths of a rem, so that no pixel shows the same edge all year. */
const places = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [0, 0]]

let place = 0

/** Moves the whole picture by a few pixels, against burn-in. */
export const drift = () => {
  const [x = 0, y = 0] = places[place % places.length] ?? []
  place += 1
  document.body.style.translate = `${x * 0.2}rem ${y * 0.2}rem`
}
