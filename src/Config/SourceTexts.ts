import { Redacted } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { secretsOfAddress } from "../Logging/AddressSecrets.ts"
import type { AmountSource } from "./AmountSource.ts"
import type { Variables } from "./AmountSource/AskingMembers.ts"
import { type CommandSource, passedOn } from "./AmountSource/Command.ts"

/** The variables that a program gets. */
export const namesIn = ({ env }: CommandSource): ReadonlyArray<string> => [...passedOn, ...env]

/** A value, and each of its words that is long enough to be a secret of its own. */
const withWords = (value: string): ReadonlyArray<string> => [value, ...value.split(/\s+/).filter((word) => word.length >= 8)]

/** The addresses of proxies may have a password. */
const secretsOfProxies = (variables: Variables): ReadonlyArray<string> =>
  Object.entries(variables).flatMap(([name, value]) => /^https?_proxy$/i.test(name) ? secretsOfAddress(value) : [])

/** What no output may show: the values of the variables that the settings name, and the credentials of proxies. */
export const secretsInSource = (source: AmountSource): ReadonlyArray<string> => {
  if (source.kind !== "command") return []
  const variables = Redacted.value(source.place.variables)
  return [...source.env.flatMap((name) => withWords(variables[name] ?? "")), ...secretsOfProxies(variables)]
}

/** The variables that the settings name and that are not set. Fields are relative to `amount_source`. */
export const faultsOfVariables = ({ env }: CommandSource, variables: Variables): ReadonlyArray<Fault> =>
  env.filter((name) => variables[name] === undefined).map((name) =>
    faultAt("env", saying("variable", `expected the environment variable ${name} to be set, got nothing`, { name }))
  )
