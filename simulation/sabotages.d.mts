export const sabotages: ReadonlyMap<string, string>
export const replicaSabotages: ReadonlyMap<string, string>
