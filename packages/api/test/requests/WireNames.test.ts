import { assert, describe, it } from "@effect/vitest"
import { ContactResource, toContactResource } from "@rollcall/api"
import { Contact } from "@rollcall/core/people"
import { described, sentenceOn } from "@rollcall/core/operations"
import { NewWebhook, WebhookChanges } from "@rollcall/core/events"
import { Effect, Exit, Schema } from "effect"
import { Instant } from "../../src/requests/Codecs.ts"
import { sent, spelled } from "../../src/requests/WireNames.ts"

const members = {
  uuid: Schema.String,
  lastEngagedAt: Schema.NullOr(Instant),
  createdAt: described(Schema.DateTimeUtc, "When it was made."),
  selectOptions: Schema.optionalKey(Schema.Array(Schema.String))
}
const resource = spelled(members)

describe("a resource encoded from its members", () => {
  it.effect.prop("W1: equals its schema's encoding, with names in snake_case", [Schema.Struct(members)], ([value]) =>
    Effect.gen(function* () {
      const { createdAt, lastEngagedAt, selectOptions, uuid } = value
      const encoded = yield* Schema.encodeEffect(Schema.Struct(resource.fields))({
        uuid,
        last_engaged_at: lastEngagedAt,
        created_at: createdAt,
        ...(selectOptions !== undefined && { select_options: selectOptions })
      })
      assert.deepStrictEqual(resource.encode(value), encoded)
      assert.deepStrictEqual(Object.keys(resource.encode(value)), Object.keys(encoded))
    })
  )

  it.prop("W1, C5: for a contact has exactly its schema's fields", [Contact], ([contact]) => {
    assert.deepStrictEqual(Object.keys(toContactResource(contact)), Object.keys(ContactResource.fields))
  })
})

describe("a body for one of core's inputs", () => {
  const body = Schema.Struct(sent({ ...WebhookChanges.fields, kept: NewWebhook.fields.url }))
  const decode = Schema.decodeUnknownExit(Schema.toCodecJson(body))

  it("W3: may omit what the input may omit, and is null only where the input may be null", () => {
    assert.isTrue(Exit.isSuccess(decode({ kept: "" })))
    assert.isTrue(Exit.isSuccess(decode({ kept: "", types: null })))
    assert.isTrue(Exit.isFailure(decode({ kept: "", url: null })))
    assert.isTrue(Exit.isFailure(decode({})))
  })

  it("has the input's descriptions", () => {
    assert.strictEqual(sentenceOn(sent(WebhookChanges.fields).types), sentenceOn(WebhookChanges.fields.types))
  })
})
