// @ts-check
/** @typedef {import("../../../src/Api/Responses.ts").Responses["metrics"]} Metrics */

/** Every window of the metrics. @param {Metrics} metrics */
export const windowsIn = (
  metrics
) => /** @type {Metrics["this_week"][]} */ (/** @type {any[]} */ (Object.values(metrics)).filter((member) =>
  member?.final_days !== undefined
))
