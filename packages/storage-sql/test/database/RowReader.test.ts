import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema, SchemaGetter } from "effect"
import { SchemaCompiler } from "effect/schema"
import * as fc from "fast-check"
import { tokenTable } from "../../src/access/AccessTokenRow.ts"
import { ContactRow } from "../../src/contacts/ContactRow.ts"
import { readerOf } from "../../src/database/RowReader.ts"
import { namedColumns, type RowSchema, rowsDecoder } from "../../src/database/Rows.ts"
import { DeliveryRow, RecipientRow } from "../../src/delivery/DeliveryRow.ts"

const uuid = fc.uuid()
const text = fc.oneof(fc.string(), fc.constant(null))
const millis = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.constantFrom(0, 8.64e15, -8.64e15))
const orNull = <A>(of: fc.Arbitrary<A>) => fc.oneof(of, fc.constant(null))
const json = <A>(of: fc.Arbitrary<A>) => of.map((value) => JSON.stringify(value))
const status = fc.constantFrom("pending", "sent", "delivered", "read", "rejected")
const reason = orNull(fc.constantFrom("opted_out", "send_failed"))

/** What a damaged row may have in any column. */
const damage = fc.constantFrom(
  ...[undefined, null, true, "", "x", "1", "-1.5", "{", "[]", "null", '{"__proto__":1}', '[{"__proto__":[1]},[]]'],
  ...['[{"a":null},[]]', '[{"a":1},["a"]]', "[{},[],1]", '["GOLD"]', "1e400", [], {}, 2, 1.5, -1, NaN, Infinity],
  ...[8.64e15 + 1, 2 ** 60, 5n, 2n ** 70n, "8640000000000001", "0D1F0E6C-8D5C-4F55-8E61-0E5B0D4F7A11"]
)

const values = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())))

const contact = {
  uuid,
  workspace_uuid: uuid,
  first_name: text,
  last_name: text,
  external_contact_id: text,
  email: text,
  phone_number: text,
  chatapp_id: text,
  socialmsg_id: text,
  client_reference: text,
  archived: fc.constantFrom(0, 1),
  created_at: millis,
  updated_at: millis.map(String),
  last_engaged_at: orNull(millis),
  custom_fields: json(fc.tuple(values, fc.array(fc.string()))),
  total: fc.nat()
}

const recipient = {
  uuid: fc.string(),
  broadcastUuid: fc.string(),
  position: fc.nat(),
  identifier: fc.string(),
  contactUuid: text,
  clientReference: text,
  status,
  reason,
  error: text,
  deliveredAt: orNull(millis),
  updatedAt: millis
}

const delivery = {
  workspace_uuid: uuid,
  uuid,
  broadcast_uuid: uuid,
  position: fc.nat(),
  identifier: fc.string(),
  contact_uuid: orNull(uuid),
  client_reference: text,
  status,
  reason,
  error: text,
  message_id: text,
  attempt: fc.nat(),
  retries: fc.nat().map(BigInt),
  not_before: orNull(millis),
  lease_until: orNull(millis),
  sent_at: orNull(millis),
  delivered_at: orNull(millis),
  read_at: orNull(millis),
  updated_at: millis,
  parameters: orNull(
    json(fc.record({ header: text, body: fc.array(text), buttons: fc.constant([]), cards: fc.constant(null) }))
  ),
  problems: orNull(
    json(
      fc.array(fc.record({ reason: fc.constant("opted_out"), error: fc.string(), more: fc.string() }), { minLength: 1 })
    )
  )
}

const token = {
  uuid,
  workspace_uuid: uuid,
  actor_uuid: uuid,
  name: fc.string(),
  prefix: fc.string(),
  hash: fc.string(),
  scopes: json(fc.array(fc.constantFrom("contacts:read", "contacts:write"))),
  bootstrap: fc.constantFrom(0, 1),
  created_at: millis,
  expires_at: orNull(millis),
  revoked_at: orNull(millis),
  last_used_at: orNull(millis)
}

const Short = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(2))

/** What rows of this package have nowhere, or seldom. */
const Odd = Schema.Struct({
  missing: Schema.optionalKey(Schema.Natural),
  byDefault: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("default"))),
  oneOf: Schema.Union([Schema.DateTimeUtcFromMillis, Schema.Literals(["a", 1]), Short]),
  trimmed: Schema.String.pipe(
    Schema.decodeTo(Short, {
      decode: SchemaGetter.transform((given) => given.trim()),
      encode: SchemaGetter.passthrough()
    })
  ),
  nested: Schema.fromJsonString(
    Schema.Struct({ at: Schema.DateTimeUtcFromString, of: Schema.optionalKey(Schema.Array(Short)) })
  ),
  checked: Schema.Array(Schema.Number).check(Schema.isMaxLength(1)),
  pair: Schema.Struct({ left: Schema.Number, right: Schema.Number }).check(
    Schema.makeFilter(({ left, right }) => left <= right)
  )
})
const odd = {
  missing: fc.nat(),
  byDefault: fc.string(),
  oneOf: fc.oneof(millis, fc.constantFrom("a", 1, "bb", "")),
  trimmed: fc.constantFrom("a", " b ", "b", "  ", " ab", "c "),
  nested: json(
    fc.record({ at: fc.constant("2026-01-31T00:00:00.000Z"), of: fc.array(fc.constant("a")), more: fc.nat() })
  ),
  checked: fc.array(fc.double(), { maxLength: 2 }),
  pair: fc.record({ left: fc.nat(2), right: fc.nat(6), more: fc.nat() })
}

interface Rows {
  readonly schema: RowSchema<unknown>
  readonly columns: { readonly [column: string]: fc.Arbitrary<unknown> }
}

const rowsOf: { readonly [name: string]: Rows } = {
  contacts: { schema: ContactRow, columns: contact },
  recipients: { schema: RecipientRow, columns: recipient },
  deliveries: { schema: DeliveryRow, columns: delivery },
  tokens: { schema: tokenTable.row, columns: token },
  "rows of other kinds": { schema: Odd, columns: odd },
  "the same with other names": {
    schema: Odd.pipe(namedColumns({ missing: "absent" })),
    columns: { ...odd, absent: odd.missing }
  }
}

/** A row, which may have a column too few or with something else in it. */
const rowWith = (columns: Rows["columns"]) =>
  fc
    .tuple(fc.record(columns), fc.nat(9), fc.constantFrom(...Object.keys(columns)), damage)
    .map(([row, luck, column, other]): unknown => {
      const { [column]: _, ...rest } = row
      return luck < 3 ? { ...rest, [column]: other } : luck === 3 ? rest : luck === 4 ? other : row
    })

describe("rows read by functions generated from their schema", () => {
  it.each(Object.entries(rowsOf))(
    "equal the schema's decoded rows, or are rejected where the schema rejects them: %s",
    (_, rows) => {
      const read = readerOf(rows.schema.ast)
      const decode = Schema.decodeUnknownOption(rows.schema)
      const found = { read: 0, refused: 0 }
      fc.assert(
        fc.property(rowWith(rows.columns), (given) => {
          const decoded = decode(given)
          found[Option.isSome(decoded) ? "read" : "refused"]++
          assert.deepStrictEqual(
            read(given),
            Option.getOrElse(decoded, () => SchemaCompiler.invalid)
          )
        }),
        { numRuns: 300 }
      )
      assert.isAbove(found.read, 10)
      assert.isAbove(found.refused, 10)
    }
  )

  it("are rejected with the schema's error", () => {
    const errorOf = (decoded: Effect.Effect<unknown, Schema.SchemaError>) =>
      Effect.runSync(Effect.match(decoded, { onSuccess: () => undefined, onFailure: ({ message }) => message }))
    const decode = rowsDecoder(ContactRow)
    const bySchema = Schema.decodeUnknownEffect(Schema.Array(ContactRow))
    fc.assert(
      fc.property(fc.array(rowWith(contact), { maxLength: 3 }), (rows) => {
        assert.deepStrictEqual(errorOf(decode(rows)), errorOf(bySchema(rows)))
      })
    )
  })
})
