export const sabotages: ReadonlyMap<string, string>
