import { systemCaller, Contacts } from "@rollcall/core"
import type { AudienceBroadcast } from "@rollcall/core/sending"
import { digitForms, PhoneNumbers } from "@rollcall/core/people"
import { WorkspaceStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { storedField } from "../fixtures/FieldFixture.ts"
import { dispatchFixture } from "../dispatch/DispatchFixture.ts"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll } from "../shared/ForAll.ts"
import { crowds } from "./AudienceLaws.ts"

/** Numbers with prefix 49 are in Berlin. Numbers with prefix 1 are in one of two time zones. */
const numbers = {
  ...digitForms,
  timeZones: (address: string) =>
    address.startsWith("49")
      ? ["Europe/Berlin"]
      : address.startsWith("1")
        ? ["America/New_York", "Pacific/Honolulu"]
        : []
}

const minutes = fc.nat(1_000_000)

const person = fc.record({
  number: fc.constantFrom("49170", "12025", "98765"),
  visit: fc.option(minutes),
  order: fc.option(fc.integer({ min: -99_999, max: 99_999 })),
  zone: fc.constantFrom(null, "Asia/Kathmandu", "gmt-5", "america/new york", "Atlantis")
})

const preview = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 6 }),
  value: fc.constantFrom(
    ...(["date_time", "date", "full_date", "time"] as const).map((format) => ({ field: "visit", format })),
    ...(["integer", "decimal"] as const).map((format) => ({ field: "order", format })),
    { field: "visit", format: null },
    { field: "order", format: null },
    { field: "createdAt", format: null }
  ),
  timeZone: fc.constantFrom("Europe/Berlin", "Asia/Tokyo"),
  resolve: fc.constantFrom("acceptance" as const, "start" as const)
})
type Preview = typeof preview extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Quiet hours of one minute that have ended in every time zone. Their only effect is to give the workspace a time zone.
 */
const hours = { from: "03:00", until: "03:01", timeZoneField: "zone" }

/** Checks that compare a broadcast's preview with the messages that its channel receives. */
export const previewLaws: ReadonlyArray<Check> = [
  check("R4, R6: with any fields, formats and time zones, the channel gets the messages in the estimate", function* () {
    const law = Effect.fnUntraced(function* ({ people, resolve, timeZone, value }: Preview) {
      const channel = scriptedChannel()
      const fixture = yield* dispatchFixture(channel)
      const { broadcasts, caller, startProcess, until, workspace } = fixture
      const contacts = yield* Contacts
      yield* storedField({ workspaceUuid: workspace, name: "Visit", fieldKey: "visit", fieldType: "date:date_time" })
      yield* storedField({ workspaceUuid: workspace, name: "Order", fieldKey: "order", fieldType: "number:integer" })
      yield* storedField({ workspaceUuid: workspace, name: "Zone", fieldKey: "zone", fieldType: "text" })
      const { putSettings } = yield* WorkspaceStore
      yield* putSettings(workspace, { frequencyCap: null, quietHours: { ...hours, timeZone } })
      const start = Date.UTC(2027, 0, 1)
      for (const [n, { number, order, visit, zone }] of people.entries()) {
        const instant = visit === null ? null : DateTime.formatIso(DateTime.makeUnsafe(start + visit * 60_000))
        yield* contacts.create(systemCaller(workspace), {
          chatappId: `${number}${1_000_000 + n}`,
          customFields: { visit: instant, order, zone }
        })
      }
      const request: AudienceBroadcast = {
        name: "Reminder",
        templateName: "receipt",
        from: "4915100000000",
        parameters: { bodyOrder: ["value"] },
        audience: { include: [{ search: {} }], resolve, parameters: { body: { value } } }
      }
      const { examples, recipients } = yield* broadcasts.estimate(caller, request)
      yield* agree("The examples", examples.length, recipients)
      const { uuid } = yield* broadcasts.create(caller, request)
      yield* startProcess
      yield* until(uuid, ({ broadcast }) => broadcast.status === "completed")
      const sent = channel.accepted.filter(({ broadcast }) => broadcast === uuid)
      yield* agree(
        "The messages",
        new Map(sent.map(({ parameters, to }) => [to, parameters])),
        new Map(examples.map(({ identifier, parameters }) => [identifier, parameters]))
      )
    }, Effect.scoped)
    yield* Effect.provideService(forAll(preview, yield* crowds, law), PhoneNumbers, numbers)
  })
]
