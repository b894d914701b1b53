import { needs, subjects } from "./lib/system-needs.mjs"
import { vitest } from "./lib/vitest.mjs"

// The tests that start programs, all or those of the named subjects: npm run test:system -- browser postgres
const args = process.argv.slice(2)
const asked = args.filter((word) => subjects.includes(word))
const chosen = asked.length > 0 ? asked : subjects

const wanted = [...new Set(chosen.flatMap((subject) => needs[subject]))]
const missing = wanted.filter(({ isThere }) => !isThere())
console.log(`${chosen.join(", ")}: these tests need ${["Node", ...new Set(wanted.map(({ name }) => name))].join(", ")}`)
if (missing.length > 0) {
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))]
  console.error(`missing: ${missing.map(({ name }) => name).join(", ")}. On Debian: apt-get install ${packages.join(" ")}`)
  process.exitCode = 1
} else {
  const others = args.filter((word) => !subjects.includes(word))
  process.exitCode = vitest("vitest.system.config.ts", [...asked.map((subject) => `test/system/${subject}/`), ...others])
}
