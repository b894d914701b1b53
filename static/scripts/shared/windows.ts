import type { Responses } from "../../../src/Api/Responses.ts"
type Metrics = Responses["metrics"]

/** Every window of the metrics. */
export const windowsIn = (
  metrics: Metrics
) => ((Object.values(metrics) as any[]).filter((member) => member?.final_days !== undefined) as Metrics["this_week"][])
