import { someCsv } from "./CsvFile.ts"
import type { Step } from "./Step.ts"

/** Starts the service, sometimes with a file to import, sometimes after it was killed during its start. */
export const launch: Step = (world, dice) => {
  while (dice.chance(0.1)) {
    world.launchAndKill(dice.between(0, 120))
    world.pass(dice.between(0, 20_000))
  }
  if (!dice.chance(0.1)) return world.launch()
  const file = someCsv(world, dice, "auto-import", false)
  world.model.expects(file.postings ?? [])
  world.launch(file)
}
