import { walks } from "./lib/walks.mjs"

// Counts the files of each walk in ARCHITECTURE.md.
for (const { files, title } of walks()) process.stdout.write(`${String(files.length).padStart(3)}  ${title}\n`)
