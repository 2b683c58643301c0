import { createRollcall, type Rollcall, RollcallError, type Workspace } from "rollcall"
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

  it("R6: is estimated, validated and created as one to recipients", async () => {
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

  it("R5: is resolved by a worker where it is larger than the setting allows", async () => {
    const accepted = await clinic.broadcasts.create({ ...head, audience: { include: [{ search: {} }], parameters } })
    expect(accepted).toMatchObject({ status: "resolving", recipients: null })
    await expect
      .poll(async () => (await clinic.deliveries.recipients(accepted.uuid)).recipients.length, { timeout: 10_000 })
      .toBe(3)
    const { recipients } = await clinic.deliveries.recipients(accepted.uuid)
    expect(recipients.every(({ contactUuid }) => contactUuid !== null)).toBe(true)
  })

  it("R1: is refused with the place of each issue, and beside recipients", async () => {
    const refused = async (request: unknown) => {
      const error = await Promise.resolve<unknown>(Reflect.apply(clinic.broadcasts.create, undefined, [request])).catch(
        (error: unknown) => error
      )
      return error instanceof RollcallError ? error.message : "accepted"
    }
    const audience = { include: [{ contactListUuid: "0197a000-0000-7000-8000-0000000000aa" }], parameters }
    expect(await refused({ ...head, audience })).toContain(
      "audience.include[0].contactListUuid: there is no contact list"
    )
    expect(await refused({ ...head, audience, recipients: [] })).toContain("a broadcast has recipients or an audience")
    expect(await refused({ ...head, audience: { include: [{ search: {}, segmentUuid: list }] } })).toContain(
      "a part names one kind of contacts alone"
    )
    expect(await refused(head)).toContain("must have one of recipients, audience")
  })
})
