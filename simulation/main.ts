export { shrink } from "./Shrink.ts"
export { simulate } from "./Simulation.ts"
