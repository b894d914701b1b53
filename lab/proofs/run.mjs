import { buildForTests, buildProof } from "../../scripts/lib/test-bundle.mjs"

const [name, ...args] = process.argv.slice(2)

await buildForTests()
const program = await buildProof(name)
// The program reads its options as if it had been started directly.
process.argv = [process.execPath, program, ...args]
await import(program)
