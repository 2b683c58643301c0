import assert from "node:assert/strict"
import { test } from "node:test"
import { createRollcall } from "rollcall"
import { testPreset, virtualClock } from "rollcall/testing"
import { remind } from "../src/reminders.ts"

// The memory store, the simulator, and a clock that the test sets, so a week passes in a moment.
await test("a reminder for next week is sent next week, and read", async () => {
  const clock = virtualClock()
  const rollcall = await createRollcall(testPreset(clock))
  const workspace = await rollcall.workspace("main")

  const nextWeek = new Date(clock.now().getTime() + 7 * 24 * 3_600_000)
  const zoe = { name: "Zoë", phoneNumber: "+49 30 901820", time: "9:30" }
  const broadcast = await remind(workspace, "493090180", [zoe], nextWeek)

  await clock.advance("6 days")
  assert.equal((await workspace.broadcasts.get(broadcast)).counters.sent, 0)

  await clock.advance("25 hours")
  assert.equal((await workspace.broadcasts.get(broadcast)).counters.read, 1)

  const { items: contacts } = await workspace.contacts.search({ searchTerm: "zoe" })
  assert.deepEqual(
    contacts.map(({ firstName }) => firstName),
    ["Zoë"]
  )
  await rollcall.close()
})
