import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { RequestTime } from "../../src/requests/RequestFacts.ts"

const deadlines = { request: Duration.seconds(10), upload: Duration.seconds(60) }
const rate = { grace: Duration.seconds(5), bytesPerSecond: 100 }

describe("RequestTime", () => {
  it("W10: counts the work before and after the body, and not the time in which the body arrives", () => {
    const time = new RequestTime(1_000, deadlines, rate)
    assert.strictEqual(time.left(1_000), 10_000)
    assert.strictEqual(time.left(4_000), 7_000)
    time.awaitPiece(4_000)
    time.pieceArrived(8_000, 2_000)
    time.awaitPiece(8_000)
    time.bodyRead(20_000)
    assert.strictEqual(time.left(20_000), 7_000)
    assert.strictEqual(time.left(28_000), -1_000)
    assert.strictEqual(time.up, "over")
  })

  it("W10: gives an upload its own deadline", () => {
    const time = new RequestTime(0, deadlines, rate)
    time.isUpload()
    assert.strictEqual(time.left(9_000), 51_000)
  })

  it("W10: waits for a body through the grace period, and then as long as its bytes take at the minimum rate", () => {
    const time = new RequestTime(0, deadlines, rate)
    time.awaitPiece(0)
    assert.strictEqual(time.left(4_000), 1_000)
    assert.strictEqual(time.up, "slow")
    time.pieceArrived(4_000, 499)
    time.awaitPiece(4_000)
    assert.strictEqual(time.left(4_000), 1_000)
    time.pieceArrived(4_500, 301)
    time.awaitPiece(4_500)
    assert.strictEqual(time.left(4_500), 3_500)
  })

  it("W10: does not count the time in which the server reads no more of the body", () => {
    const time = new RequestTime(0, deadlines, rate)
    time.awaitPiece(0)
    time.pieceArrived(1_000, 1_000)
    assert.strictEqual(time.left(100_000), Infinity)
    time.awaitPiece(60_000)
    assert.strictEqual(time.left(60_000), 9_000)
  })
})
