import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { describe, expect, it, onTestFinished } from "vitest"
import { reminders } from "./Reminders.ts"

const open = async (country?: string) => {
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), workers: false, country })
  onTestFinished(() => rollcall.close())
  return await rollcall.workspace("clinic")
}

type Clinic = Awaited<ReturnType<typeof open>>

const [one] = reminders(1).recipients
const parameters = { body: { name: "", time: "" }, ...one?.parameters }

/** A broadcast to these identifiers. */
const to = (...identifiers: ReadonlyArray<string>) => ({
  ...reminders(0),
  recipients: identifiers.map((identifier) => ({ identifier, parameters }))
})

/** Opts out a contact with this number, and returns which of the identifiers broadcasts leave out then. */
const leftOut = async (clinic: Clinic, phoneNumber: string, ...identifiers: ReadonlyArray<string>) => {
  const { uuid } = await clinic.contacts.create({ phoneNumber })
  await clinic.optOuts.optOut(uuid)
  const { warnings } = await clinic.broadcasts.validate(to(...identifiers))
  await clinic.optOuts.optIn(uuid)
  return warnings.map(({ identifier }) => identifier)
}

describe("an opt-out (C10)", () => {
  it("without a country code excludes every number with this national form, and with one only that country's", async () => {
    const identifiers = ["493023125004", "433023125004", "14155550177"]
    expect(await leftOut(await open(), "030 23125 004", ...identifiers)).toEqual(identifiers.slice(0, 2))
    expect(await leftOut(await open("DE"), "030 23125 004", ...identifiers)).toEqual(identifiers.slice(0, 1))
    expect(await leftOut(await open("US"), "(415) 555-0177", ...identifiers)).toEqual(identifiers.slice(2))
  })
})
