import { Schema } from "effect"

/** Every reason for which the service is not well; a code keeps its meaning, so that a page can say it in its own words. */
export const HealthProblemCode = Schema.Literal(
  "database_silent",
  "scheduler_stopped",
  "settlement_failed",
  "day_unsettled",
  "messages_failed",
  "import_failed",
  "backup_folder",
  "backup_copy",
  "generated_in_future",
  "backup_in_future"
)
export type HealthProblemCode = typeof HealthProblemCode.Type
