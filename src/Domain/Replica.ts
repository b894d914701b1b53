interface HasSettings {
  readonly settings: Readonly<Record<string, string>>
}

/** The keys of settings that are not the same everywhere, in the order in which they are found. */
export const differingKeys = (replicas: ReadonlyArray<HasSettings>): ReadonlyArray<string> =>
  [...new Set(replicas.flatMap(({ settings }) => Object.keys(settings)))]
    .filter((key) => new Set(replicas.map(({ settings }) => settings[key])).size > 1)
