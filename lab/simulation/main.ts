export { shrink } from "./Shrink.ts"
export { simulate } from "./Simulation.ts"
export { simulate as simulateTill } from "./till/Days.ts"
