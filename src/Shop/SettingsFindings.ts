import { Effect, Layer } from "effect"
import { backupFolderFaults } from "../Backup/Folder.ts"
import { chatFindings } from "../Chat/ChatFindings.ts"
import { type Findings, SettingsRule } from "../Config.ts"
import { ShopPlace } from "../Config/Environment.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"

/**
 * Faults that concern more than one key.
 * @param databaseUrl undefined if the environment has a fault
 */
export const findingsIn = (databaseUrl: string | undefined, config: ShopConfig): Findings => {
  const { faults, warnings } = chatFindings(config)
  return { faults: [...databaseUrl === undefined ? [] : backupFolderFaults(databaseUrl, config), ...faults], warnings }
}

/** Adds these rules to the configuration, so that a reload is checked, too. */
export const layer: Layer.Layer<never, never, ShopPlace> = Layer.effect(
  SettingsRule,
  Effect.map(ShopPlace, ({ databaseUrl }) => (config: ShopConfig) => findingsIn(databaseUrl, config))
)
