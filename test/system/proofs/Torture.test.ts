import { assert, describe, it } from "@effect/vitest"
import { killedWhileAsking } from "../../../lab/proofs/torture/Asking.ts"
import { deadChat } from "../../../lab/proofs/torture/DeadChat.ts"
import { diskFull } from "../../../lab/proofs/torture/DiskFull.ts"
import { lockedDatabase } from "../../../lab/proofs/torture/LockedDatabase.ts"
import { logFolder } from "../../../lab/proofs/torture/LogFolder.ts"
import { outputs } from "../../../lab/proofs/torture/Outputs.ts"
import { removedFiles } from "../../../lab/proofs/torture/RemovedFiles.ts"
import { restores } from "../../../lab/proofs/torture/Restores.ts"
import { tortureShop } from "../../../lab/proofs/torture/Shop.ts"
import { stopUnderLoad } from "../../../lab/proofs/torture/StopUnderLoad.ts"

const seed = 8

/** The short form of `npm run lab -- torture`: the real process, each property once. */
describe.concurrent("the service", () => {
  it("loses nothing and announces everything in order, killed once at each moment", async () => {
    const { days, kills, messages } = await tortureShop(seed, 8, () => undefined)
    const { backlog, import: imports, ...others } = kills
    assert.deepStrictEqual(others, { start: 1, settlement: 1, cutoff: 1, correction: 1, delivery: 1 })
    // Only an import that is stored creates a backlog of messages for the kill.
    assert.strictEqual(imports + backlog, 3)
    assert.isAtLeast(imports, 2)
    assert.isAtLeast(days, 1)
    assert.isAtLeast(messages, 1)
  })

  it("delivers all to one chat, in order, while the other is dead and kills fall", async () => {
    assert.match(await deadChat(seed, 3), /^one of two chats dead: 3 kills, [1-9]/)
  })

  it("refuses writes whole while the disk is full, and continues when there is space", async () => {
    assert.match(await diskFull(seed), /^disk full: /)
  })

  it("gives a day one figure that its till has answered, killed while it asks", async () => {
    assert.match(await killedWhileAsking(seed, 3), /^killed while asking a till: 3 times, /)
  })

  it("answers reads and refuses writes in time while another program has locked the database", async () => {
    assert.match(await lockedDatabase(seed, 1), /^database locked 1 s: 10 writes refused/)
  })

  it("keeps working without its log folder, and logs again as soon as it can", async () => {
    assert.match(await logFolder(seed), /^log folder removed: /)
  })

  it("stores all and keeps its messages while its outputs are closed or full", async () => {
    assert.match(await outputs(seed), /^outputs closed, then full: 40 corrections stored/)
  })

  it("refuses a second service by a link, and when its lock file is removed", async () => {
    assert.match(await removedFiles(seed), /^lock file removed: /)
  })

  it("is the backup after a restore over what a kill left", async () => {
    assert.match(await restores(seed, 2), /^restored [1-2] of 2 times/)
  })

  it("has stored whatever it answered 200 when it is stopped under load, and ends with exit code 0", async () => {
    assert.match(await stopUnderLoad(seed, 1), /^stopped 1 times under load: [1-9]/)
  })
})
