import { assert, describe, it } from "@effect/vitest"
import { ContactResource, toContactResource } from "@rollcall/api"
import { Contact } from "@rollcall/core/contacts"
import { Effect, Schema } from "effect"
import { Instant } from "../../src/requests/Codecs.ts"
import { spelled } from "../../src/requests/WireNames.ts"

const members = {
  uuid: Schema.String,
  lastEngagedAt: Schema.NullOr(Instant),
  createdAt: Instant,
  selectOptions: Schema.optionalKey(Schema.Array(Schema.String))
}
const resource = spelled(members)

describe("a resource that is spelled from its members", () => {
  it.effect.prop(
    "W1: encodes what its schema encodes, by the names in snake_case",
    [Schema.Struct(members)],
    ([value]) =>
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

  it.prop("W1, C5: a contact has the fields of its schema and no other", [Contact], ([contact]) => {
    assert.deepStrictEqual(Object.keys(toContactResource(contact)), Object.keys(ContactResource.fields))
  })
})
