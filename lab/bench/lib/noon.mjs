/** The UTC offset of the benchmark's shop in hours. It is noon there now, so no cutoff and no midnight happens during a measurement. */
export const hoursEast = 12 - new Date().getUTCHours()

/** The zone with that offset; without an offset, its name is UTC. */
export const zone = hoursEast === 0 ? "UTC" : `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`
