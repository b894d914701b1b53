interface HasSettings {
  readonly settings: Readonly<Record<string, string>>
}

/** The keys of settings that are not the same everywhere, in the order in which they are found. */
export const differingKeys = (replicas: ReadonlyArray<HasSettings>): ReadonlyArray<string> =>
  [...new Set(replicas.flatMap(({ settings }) => Object.keys(settings)))]
    .filter((key) => new Set(replicas.map(({ settings }) => settings[key])).size > 1)

/** The part of an id such as `till-1:4711:9f3c07aa` that does not name the machine. */
export const publicName = (id: string): string => id.slice(id.lastIndexOf(":") + 1)
