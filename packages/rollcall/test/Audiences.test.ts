import { createRollcall, type Rollcall, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { reminders } from "./Reminders.ts"

const { recipients: _, ...head } = reminders(0)

const parameters = { body: { name: { field: "firstName", fallback: "there" }, time: { value: "9:30" } } }

describe("a broadcast to an audience, with promises", () => {
  let rollcall: Rollcall
  let clinic: Workspace
  let list: string
  beforeAll(async () => {
    rollcall = await createRollcall({
      storage: memory(),
      channel: simulator(),
      settings: { audiences: { inRequest: 2, sweepEvery: "20 millis" } }
    })
    clinic = await rollcall.workspace("clinic")
    list = (await clinic.lists.create({ name: "VIP" })).uuid
    const made: Array<string> = []
    for (const [n, firstName] of ["Zoë", null, "Ada"].entries()) {
      made.push((await clinic.contacts.create({ firstName, phoneNumber: `+49 30 90182${n}` })).uuid)
    }
    await clinic.lists.addMembers(list, made.slice(0, 2))
  })
  afterAll(() => rollcall.close())

  it("is estimated, validated and created like one to recipients", async () => {
    const request = { ...head, audience: { include: [{ contactListUuid: list }], parameters } }
    const estimate = await clinic.broadcasts.estimate(request)
    expect(estimate).toMatchObject({ contacts: 2, recipients: 2, exclusions: {}, seconds: 1 })
    expect(estimate.examples.map(({ parameters }) => parameters.body)).toEqual([
      ["Zoë", "9:30"],
      ["there", "9:30"]
    ])
    expect((await clinic.broadcasts.validate(request)).warnings).toEqual([])
    const accepted = await clinic.broadcasts.create({ ...request, expect: { recipients: 2 } })
    expect(accepted).toMatchObject({ status: "scheduled", recipients: 2, rejectedRecipients: 0 })
  })
})
