import type { Responses } from "../../../src/Api/Responses.ts"
type Metrics = Responses["metrics"]

/** Every window of the metrics. */
export const windowsIn = (metrics: Metrics): Array<Metrics["this_week"]> =>
  Object.values(metrics).flatMap((member) =>
    typeof member === "object" && member !== null && "final_days" in member ? [member as Metrics["this_week"]] : []
  )
