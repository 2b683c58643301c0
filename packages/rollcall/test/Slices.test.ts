import { createRollcall, RollcallError } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { reminders } from "./Reminders.ts"

it("other work of the process runs while 50,000 recipients are read", async () => {
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), workers: false })
  const clinic = await rollcall.workspace("clinic")
  const { recipients } = reminders(50_000)
  // What is wrong with the last one is known when all have been read, and nothing is stored then.
  const request = { ...reminders(0), recipients: [...recipients, { identifier: "1", clientReference: "\0" }] }

  let turns = 0
  let next: NodeJS.Immediate
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  const error = await clinic.broadcasts.create(request).catch((error: unknown) => error)
  clearImmediate(next)
  expect(error).toBeInstanceOf(RollcallError)
  expect(error).toMatchObject({ issues: [{ path: ["recipients", 50_000, "clientReference"] }] })
  expect(turns).toBeGreaterThan(400)
  await rollcall.close()
})
