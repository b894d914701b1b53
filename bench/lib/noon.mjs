/** The UTC offset of the benchmark's shop in hours. It is noon there now, so no cutoff or midnight comes during a measurement. */
export const hoursEast = 12 - new Date().getUTCHours()

/** The zone with that offset; the one without an offset is named UTC. */
export const zone = hoursEast === 0 ? "UTC" : `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`
