import { needs, subjects } from "./system-needs.mjs"
import { vitest } from "./vitest.mjs"

const subjectOf = (word) => subjects.find((subject) => word === subject || word.includes(`test/system/${subject}/`))

/** Runs the tests that start programs: all, those of the named subjects, or the named files. Returns the exit code. */
export const systemTests = (args) => {
  const named = [...new Set(args.flatMap((word) => subjectOf(word) ?? []))]
  const chosen = named.length > 0 ? named : subjects

  const wanted = [...new Set(chosen.flatMap((subject) => needs[subject]))]
  const missing = wanted.filter(({ isThere }) => !isThere())
  console.log(`${chosen.join(", ")}: these tests need ${["Node", ...new Set(wanted.map(({ name }) => name))].join(", ")}`)
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))]
    console.error(`missing: ${missing.map(({ name }) => name).join(", ")}. On Debian: apt-get install ${packages.join(" ")}`)
    return 1
  }
  return vitest("vitest.system.config.ts", args.map((word) => subjects.includes(word) ? `test/system/${word}/` : word))
}
