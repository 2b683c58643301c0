import { assert, describe, it } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import { Contacts } from "@rollcall/core"
import { Effect, Option, Schema, Sink, Stdio } from "effect"
import { CommandRefused } from "../../src/CommandRefused.ts"
import { type EventsInput, printFrom } from "../../src/events/PrintEvents.ts"
import { DatabaseCaller } from "../../src/targets/DatabaseTarget.ts"
import { targets } from "../contacts/Targets.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({ cursor: Schema.String, type: Schema.String, contact_uuid: Schema.NullOr(Schema.String) })
)

const all: EventsInput = { after: Option.none(), types: Option.none(), limit: Option.none(), follow: false }

/** What the command prints on standard output. */
const printed = Effect.fnUntraced(function* (input: Partial<EventsInput>) {
  let text = ""
  const stdout = () =>
    Sink.forEach((chunk: string | Uint8Array) =>
      Effect.sync(() => {
        text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
      })
    )
  yield* Effect.provide(printFrom({ ...all, ...input }), Stdio.layerTest({ stdout }))
  return text.split("\n").slice(0, -1)
})

describe.each(targets)("rollcall events on %s", (_, target) => {
  it.live("prints each event as a line of JSON: all, some, by type and after a cursor", () =>
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const erasure = yield* ContactErasure
      const caller = yield* DatabaseCaller
      const { uuid } = yield* contacts.create(caller, { email: "ada@example.org", customFields: {} })
      yield* contacts.update(caller, uuid, { firstName: "Ada" })
      yield* erasure.erase(caller, uuid)
      const lines = yield* Effect.forEach(yield* printed({}), (line) => Schema.decodeUnknownEffect(Line)(line))
      assert.deepStrictEqual(
        lines.map(({ contact_uuid, type }) => [type, contact_uuid]),
        [
          ["contact.created", uuid],
          ["contact.updated", uuid],
          ["contact.erased", uuid]
        ]
      )
      const texts = yield* printed({})
      assert.deepStrictEqual(yield* printed({ limit: Option.some(2) }), texts.slice(0, 2))
      assert.deepStrictEqual(yield* printed({ follow: true, limit: Option.some(3) }), texts)
      assert.deepStrictEqual(yield* printed({ after: Option.some(lines[0]?.cursor ?? "") }), texts.slice(1))
      assert.deepStrictEqual(yield* printed({ types: Option.some("contact.archived, contact.erased") }), texts.slice(2))
    }).pipe(Effect.provide(target))
  )

  it.live("rejects an unknown type and an unknown cursor", () =>
    Effect.gen(function* () {
      const type = yield* Effect.flip(printed({ types: Option.some("contact.creatd") }))
      assert.instanceOf(type, CommandRefused)
      assert.match(type.message, /^--types: unknown value "contact.creatd". Use one of contact.created, /)
      const cursor = yield* Effect.flip(printed({ after: Option.some("yesterday") }))
      assert.instanceOf(cursor, CommandRefused)
      assert.match(cursor.message, /after: is not a cursor of this store/)
    }).pipe(Effect.provide(target))
  )
})
