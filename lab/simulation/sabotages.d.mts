export const sabotages: ReadonlyMap<string, string>
export const replicaSabotages: ReadonlyMap<string, string>
export const tillSabotages: ReadonlyMap<string, string>
