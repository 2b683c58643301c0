import { createRollcall, RollcallError } from "rollcall"
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

describe("an opt-out that is answered (C10)", () => {
  it.each([
    ["+49 30 23125 001", "493023125001"],
    ["+49 (0) 30 23125 002", "493023125002"],
    ["0049-30-23125003", "493023125003"],
    ["+49 30 23125 003 ext. 12", "493023125003"],
    ["tel:+49-30-23125-004", "493023125004"],
    ["\u202a+49\u00a030\u00a023125005\u202c", "493023125005"],
    ["+٤٩ ٣٠ ٢٣١٢٥ ٠٠٦", "493023125006"],
    ["030 23125 007", "493023125007"],
    ["+55 11 8765-4321", "5511987654321"],
    ["+55 11 98765-4321", "551187654321"],
    ["+54 11 15 5123-4567", "5491151234567"],
    ["5215512345678", "525512345678"]
  ])("C10: keeps out %s as %s, with and without a country", async (phoneNumber, identifier) => {
    for (const country of [undefined, "DE"]) {
      const clinic = await open(country)
      expect(await leftOut(clinic, phoneNumber, identifier, "493099999999")).toEqual([identifier])
      expect((await clinic.broadcasts.validate(to(identifier))).warnings).toEqual([])
    }
  })

  it("C10: without a country keeps out every number that is written so at home, with one that of the country alone", async () => {
    const identifiers = ["493023125004", "433023125004", "14155550177"]
    expect(await leftOut(await open(), "030 23125 004", ...identifiers)).toEqual(identifiers.slice(0, 2))
    expect(await leftOut(await open("DE"), "030 23125 004", ...identifiers)).toEqual(identifiers.slice(0, 1))
    expect(await leftOut(await open("US"), "(415) 555-0177", ...identifiers)).toEqual(identifiers.slice(2))
  })

  it("C10: is 422 where no number can be read", async () => {
    const clinic = await open()
    const { uuid } = await clinic.contacts.create({ phoneNumber: "see notes" })
    const refusal: unknown = await clinic.optOuts.optOut(uuid).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RollcallError)
    expect(String(refusal)).toContain("no number or user id can be read")
  })

  it("B7, C3: two spellings of one number are one recipient", async () => {
    const clinic = await open()
    const { warnings } = await clinic.broadcasts.validate(to("5511987654321", "551187654321", "551187654322"))
    expect(warnings.map(({ identifier, reasons }) => [identifier, reasons])).toEqual([
      ["551187654321", ["duplicate_identifier"]]
    ])
  })

  it("B7, C3: a recipient of a list is sent to with its country code, and as it was given where it is an address", async () => {
    const clinic = await open("DE")
    const given = ["+49 (0) 30 23125 001", "030 23125 002", "0049 30 23125 003 ext. 4", "551187654321", "5215512345678"]
    const { uuid } = await clinic.broadcasts.create(to(...given))
    const { recipients } = await clinic.deliveries.recipients(uuid)
    expect(recipients.map(({ identifier }) => identifier)).toEqual([
      "493023125001",
      "493023125002",
      "493023125003",
      "551187654321",
      "5215512345678"
    ])
  })

  it("C3: a country that there is not is refused", async () => {
    const refusal: unknown = await open("Germany").catch((error: unknown) => error)
    expect(String(refusal)).toContain("country")
  })
})
