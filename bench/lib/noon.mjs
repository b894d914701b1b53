/** How far the benchmark's shop is east of Greenwich, in hours: it is noon there now, and no cutoff or midnight comes between two figures. */
export const hoursEast = 12 - new Date().getUTCHours()

/** Its zone; the one of no offset goes by the name of UTC. */
export const zone = hoursEast === 0 ? "UTC" : `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`
