import { assert, describe, it } from "@effect/vitest"
import { ContactListUuid, ContactUuid } from "@rollcall/core"
import {
  allOf,
  BroadcastStore,
  ChannelNoticeUuid,
  ContactListStore,
  ContactStore,
  DeliveryStore,
  digitForms,
  EventStore,
  identifierValue,
  InboxStore,
  newestFirst,
  not,
  Transaction
} from "@rollcall/core/storage"
import { Database, migrateQueue } from "@rollcall/storage-sql"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerClient } from "../src/SqliteClient.ts"
import { layerDialect } from "../src/SqliteDialect.ts"
import { run } from "../src/SqliteMigrations.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { broadcastOf, layerWithClient, recipientOf, temporaryFile, workspace } from "./Fixture.ts"

const versions = Object.entries(migrations)

/** An empty file with the migrations of an earlier version. */
const layerAt = (filename: string, version: number) =>
  Layer.effectDiscard(run(Object.fromEntries(versions.slice(0, version)))).pipe(
    Layer.provide(Database.layer),
    Layer.provide(layerDialect),
    Layer.provideMerge(layerClient({ filename }))
  )

const uuids = [1, 2, 3].map((n) => ContactUuid.make(`00000000-0000-4000-8000-00000000000${n}`))
const lists = [1, 2, 3].map((n) => ContactListUuid.make(`00000000-0000-4000-8001-00000000000${n}`))
const emails = ["Ada@Example.org", "ÄDA.İ@Example.org", null]

/** The columns that an earlier version wrote with an address, once it had them. */
const keyOf = (version: number, email: string | null) =>
  version > versions.findIndex(([name]) => name === "0007_identifiers")
    ? { email_key: identifierValue(digitForms, "email", email) }
    : {}

const insertContacts = (version: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(emails, (email, n) => {
      const names = { workspace_uuid: workspace, uuid: uuids[n], email, ...keyOf(version, email) }
      return sql`INSERT INTO contacts ${sql.insert({ ...names, archived: 0, created_at: n, updated_at: n })}`
    })
  )

/** What the version without reasons wrote, and the reason that it gets (B21). */
const errors = [
  [
    "rejected",
    'identifier must be given without the leading plus; parameters.body: "a" is missing',
    "invalid_identifier"
  ],
  ["rejected", "duplicate identifier: it stands first at recipients[0]", "duplicate_identifier"],
  ["rejected", "client_reference must have at most 255 characters", "invalid_client_reference"],
  ["rejected", 'parameters.body: "is not in body_order" is missing; and 3 more', "missing_parameter"],
  ["rejected", 'parameters.cards[1].button: "a" must not be empty', "missing_parameter"],
  ["rejected", "parameters.header: the template needs a header and none is given", "missing_parameter"],
  ["rejected", 'parameters.body: "a" is not in body_order; parameters.body: "b" is missing', "unexpected_parameter"],
  ["rejected", "parameters.cards: the template is not a carousel", "unexpected_parameter"],
  ["rejected", "parameters.button: a carousel takes buttons per card only", "unexpected_parameter"],
  ["rejected", "parameters.header: takes a value only, its type is image", "invalid_parameter"],
  ["rejected", "parameters.cards: must have 3 cards, not 2", "wrong_card_count"],
  ["rejected", "cancelled before sending", "cancelled"],
  ["rejected", "expired before sending", "expired"],
  ["rejected", "failed before sending", "failed"],
  ["rejected", "completed before sending", "completed"],
  ["rejected", "contact erased before sending", "erased"],
  ["undeliverable", "cancelled before sending", "undeliverable"],
  ["undeliverable", "gave up after 3 retries: no answer", "retries_exhausted"],
  ["undeliverable", "outcome unknown", "outcome_unknown"],
  ["pending", null, null]
] as const

/** A broadcast whose recipients have these errors, as the version without reasons stored it. */
const insertRecipients = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { uuid } = broadcastOf(1)
  yield* sql`INSERT INTO broadcasts ${sql.insert({
    ...{ workspace_uuid: workspace, uuid, created_by: uuid, channel_type: "chatapp", name: "", template_name: "" },
    ...{ locale: "en", sender: "", version: 1, status: "sending", scheduled_at: 0, created_at: 0 },
    ...{ recipients: 1, look_at: 0 }
  })}`
  yield* Effect.forEach(errors, ([status, error], n) => {
    const of = { workspace_uuid: workspace, broadcast_uuid: uuid }
    const row = { uuid: recipientOf(n + 1).uuid, position: n + 1, identifier: `${n}`, status, error }
    return sql`INSERT INTO broadcast_recipients ${sql.insert({ ...of, ...row, attempt: 0, retries: 0, updated_at: 0 })}`
  })
})

/** Two contacts, of which one is archived, on a list; the archived one alone on another. */
const insertMembers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const of = { workspace_uuid: workspace, name: "Regulars", name_folded: "regulars", status: "active" }
  const by = { created_by: workspace, updated_by: workspace, created_at: 0, updated_at: 0 }
  yield* Effect.forEach(lists, (uuid) => sql`INSERT INTO contact_lists ${sql.insert({ ...of, ...by, uuid })}`)
  yield* Effect.forEach(uuids.slice(0, 2), (uuid, archived) => {
    const instants = { created_at: 0, updated_at: 0 }
    return sql`INSERT INTO contacts ${sql.insert({ workspace_uuid: workspace, uuid, archived, ...instants })}`
  })
  const members = [
    [lists[0], uuids[0]],
    [lists[0], uuids[1]],
    [lists[1], uuids[1]]
  ] as const
  yield* Effect.forEach(members, ([list_uuid, contact_uuid]) => {
    const member = { workspace_uuid: workspace, list_uuid, contact_uuid, added_at: 0 }
    return sql`INSERT INTO contact_list_members ${sql.insert(member)}`
  })
})

/** The total of all contacts, and the count of each list. */
const totalsOf = Effect.gen(function* () {
  const contacts = yield* ContactStore
  const store = yield* ContactListStore
  const all = yield* contacts.search(workspace, { condition: allOf([]), sort: newestFirst }, { limit: 1, offset: 0 })
  const counted = yield* Effect.forEach(lists, (list) => store.find(workspace, list))
  return [all.total, ...counted.map((list) => Option.getOrUndefined(list)?.count)]
})

/** The whole schema, and the statistics of the planner. */
const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const parts = yield* sql`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`
  const statistics = yield* sql`SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx, stat`
  return [...parts, ...statistics].map((row) => ({ ...row }))
})

describe("a file of an earlier version", () => {
  it.effect.each(versions.map(([name], index) => [name, index + 1] as const))(
    "that ends with %s has the newest schema afterwards, and still its contacts",
    ([, version]) =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        yield* Effect.provide(insertContacts(version), layerAt(filename, version))
        yield* Effect.gen(function* () {
          const store = yield* ContactStore
          const transaction = yield* Transaction
          const found = yield* Effect.forEach(uuids, (uuid) => store.find(workspace, uuid))
          assert.deepStrictEqual(
            found.map((contact) => Option.getOrUndefined(contact)?.email),
            emails
          )
          const keys = ["ada@example.org", "äda.i̇@example.org"].map((value) => ({ field: "email", value }) as const)
          const holders = yield* transaction.run(store.lockIdentifiers(workspace, keys))
          assert.deepStrictEqual(
            holders.map(({ contacts }) => contacts),
            uuids.slice(0, 2).map((uuid) => [uuid])
          )
          const newest = yield* Effect.provide(schema, Layer.fresh(layerWithClient(":memory:")))
          assert.deepStrictEqual(yield* schema, newest)
        }).pipe(Effect.provide(layerWithClient(filename)))
      })
  )

  it.effect("keeps its queue, which has the columns and indexes of a new one", () =>
    Effect.gen(function* () {
      const columns = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.all([
          sql`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo('effect_queue')`,
          sql`SELECT name, "unique", partial FROM pragma_index_list('effect_queue') ORDER BY name`,
          sql`SELECT migration_id, name FROM effect_queue_migrations ORDER BY migration_id`
        ])
      )
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0015_queue")
      const earlier = yield* Effect.provide(Effect.andThen(migrateQueue, columns), layerAt(filename, version))
      assert.deepStrictEqual(yield* Effect.provide(columns, layerWithClient(filename)), earlier)
      const created = Effect.provide(columns, layerAt(":memory:", versions.length))
      assert.deepStrictEqual(yield* created, earlier)
    })
  )

  it.effect("C4, L3: has its contacts and members counted", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0018_counts")
      yield* Effect.provide(insertMembers, layerAt(filename, version))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* totalsOf, [2, 1, 0, 0])
        yield* sql`DELETE FROM contacts`
        assert.deepStrictEqual(yield* totalsOf, [0, 0, 0, 0])
      }).pipe(Effect.provide(layerWithClient(filename)))
    })
  )

  it.effect("S6: has the contacts counted that have a value in a field", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0027_value_counts")
      const field = "00000000-0000-4000-8002-000000000001"
      const insertValues = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.forEach([uuids[1], uuids[2], uuids[2]], (uuid, index) => {
          const value = { workspace_uuid: workspace, contact_uuid: uuid, field_uuid: field, text: "a" }
          return sql`INSERT INTO contact_values ${sql.insert({ ...value, ordinal: Math.max(0, index - 1) })}`
        })
      )
      yield* Effect.provide(Effect.andThen(insertContacts(version), insertValues), layerAt(filename, version))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* ContactStore
        const present = { _tag: "ValuePresent", field } as const
        const totals = Effect.forEach([present, not(present)], (condition) =>
          Effect.map(
            store.search(workspace, { condition, sort: newestFirst }, { limit: 1, offset: 0 }),
            ({ total }) => total
          )
        )
        assert.deepStrictEqual(yield* totals, [2, 1])
        yield* sql`DELETE FROM contacts WHERE uuid = ${uuids[1] ?? ""}`
        assert.deepStrictEqual(yield* totals, [1, 1])
      }).pipe(Effect.provide(layerWithClient(filename)))
    })
  )

  it.effect("C3: matches its addresses without mailto:, marks that are not seen and final dots", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0037_email_keys")
      const written = ["MAILTO:Ada@Example.org", "bob@example.org.", "cyd\u200b@example.org"]
      const insert = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.forEach(written, (email, n) => {
          const row = { workspace_uuid: workspace, uuid: uuids[n], email, email_key: email.toLowerCase() }
          return sql`INSERT INTO contacts ${sql.insert({ ...row, archived: 0, created_at: n, updated_at: n })}`
        })
      )
      yield* Effect.provide(insert, layerAt(filename, version))
      yield* Effect.gen(function* () {
        const store = yield* ContactStore
        const transaction = yield* Transaction
        const keys = ["ada", "bob", "cyd"].map((name) => ({ field: "email", value: `${name}@example.org` }) as const)
        const held = yield* transaction.run(store.lockIdentifiers(workspace, keys))
        assert.deepStrictEqual(
          held.map(({ contacts }) => contacts),
          uuids.map((uuid) => [uuid])
        )
      }).pipe(Effect.provide(layerWithClient(filename)))
    })
  )

  it.effect("S4: finds its custom values by their texts, although they were changed without their trigrams", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0028_changed_values")
      const field = "00000000-0000-4000-8002-000000000001"
      const write = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* insertContacts(version)
        const value = { workspace_uuid: workspace, contact_uuid: uuids[0], field_uuid: field, ordinal: 0 }
        yield* sql`INSERT INTO contact_values ${sql.insert({ ...value, text: "alpine meadow" })}`
        yield* sql`UPDATE contact_values SET text = 'coral reef'`
      })
      yield* Effect.provide(write, layerAt(filename, version))
      yield* Effect.gen(function* () {
        const store = yield* ContactStore
        const containing = Effect.fnUntraced(function* (text: string) {
          const condition = { _tag: "ValueMatches", field, test: { _tag: "TextContains", text } } as const
          const query = { condition, sort: newestFirst }
          return (yield* store.search(workspace, query, { limit: 1, offset: 0 })).total
        })
        assert.deepStrictEqual(yield* Effect.forEach(["alpine", "coral"], containing), [0, 1])
        yield* SqlClient.SqlClient.use((sql) => sql`UPDATE contact_values SET text = 'alpine hut'`)
        assert.deepStrictEqual(yield* Effect.forEach(["alpine", "coral"], containing), [1, 0])
        yield* SqlClient.SqlClient.use(
          (sql) => sql`
          INSERT INTO contact_values_trigrams (contact_values_trigrams, rank) VALUES ('integrity-check', 1)`
        )
      }).pipe(Effect.provide(layerWithClient(filename)))
    })
  )

  it.effect("A1, B11: keeps none of its unmatched receipts, which could be of any workspace", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0020_receipt_reasons")
      const insert = Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const kept = { message_id: "m", status: "undeliverable", error: "gone", at: 0, kept_at: 0 }
        return sql`INSERT INTO parked_receipts ${sql.insert(kept)}`
      })
      yield* Effect.provide(insert, layerAt(filename, version))
      const read = Effect.flatMap(DeliveryStore, (store) => store.unmatched(["m"]))
      assert.deepStrictEqual(yield* Effect.provide(read, layerWithClient(filename)), [])
    })
  )

  it.effect("E8: has its events and what channels reported, and takes the latter as events", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0024_notices")
      const event = { type: "contact.created", workspace_uuid: workspace, subject_uuid: uuids[0], occurred_at: 0 }
      const notice = { workspace, kind: "quality", level: "info", detail: "It is low.", data: null } as const
      const batch = JSON.stringify({ receipts: [], messages: [], notices: [notice] })
      const insert = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.all([
          sql`INSERT INTO events ${sql.insert(event)}`,
          sql`INSERT INTO inbox ${sql.insert({ uuid: workspace, batch, due_at: 0 })}`
        ])
      )
      yield* Effect.provide(insert, layerAt(filename, version))
      yield* Effect.gen(function* () {
        const inbox = yield* InboxStore
        const [entry] = yield* inbox.claimDue({ limit: 1, retryAfter: Duration.minutes(1) })
        assert.isNull(entry?.channelType)
        assert.deepStrictEqual(entry?.batch.notices, [{ ...notice, occurrence: "" }])
        const store = yield* EventStore
        const channelNoticeUuid = ChannelNoticeUuid.make("00000000-0000-8000-8000-000000000001")
        const { detail, kind, level } = notice
        const of = { workspaceUuid: workspace, channelNoticeUuid, notice: { kind, level, detail } }
        yield* store.append([{ type: "channel.notice", ...of }])
        yield* store.append([{ type: "channel.notice", ...of }])
        const reading = yield* store.read(workspace, { after: null, types: null, limit: 10 })
        const events = reading._tag === "Read" ? reading.events : []
        assert.deepStrictEqual(
          events.map(({ type }) => type),
          ["contact.created", "channel.notice"]
        )
      }).pipe(Effect.provide(layerWithClient(filename)))
    })
  )

  it.effect("B13, B21: has its recipients counted, and gives every one with an error its reason", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const version = versions.findIndex(([name]) => name === "0012_reasons")
      yield* Effect.provide(insertRecipients, layerAt(filename, version))
      const { uuid } = broadcastOf(1)
      const filter = { broadcast: uuid, clientReferences: null, updatedAfter: null }
      const read = Effect.flatMap(DeliveryStore, (store) =>
        Effect.all([
          store.recipients(workspace, filter, { limit: 100, offset: 0 }),
          store.counters({ workspace, broadcast: uuid })
        ])
      )
      const [{ items }, counters] = yield* Effect.provide(read, layerWithClient(filename))
      assert.deepStrictEqual(
        items.map(({ error, reason, status }) => [status, error, reason]),
        errors.map((row) => [...row])
      )
      const countOf = (wanted: string) => errors.filter(([status]) => status === wanted).length
      const none = { sent: 0, delivered: 0, read: 0 }
      const ended = { rejected: countOf("rejected"), failed: countOf("undeliverable") }
      assert.deepStrictEqual(counters, { ...none, ...ended, recipients: 1, unfinished: countOf("pending") })
    })
  )

  it.effect(
    "C7, B4: finds its recipients by what their identifiers are written for; its stored answers name none",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const version = versions.findIndex(([name]) => name === "0029_persons")
        const identifiers = ["4917000000001", "+49 (170) 000-00001", "no one"]
        const { uuid } = broadcastOf(1)
        const answer = { uuid, scheduledAt: "2026-03-01T10:00:00.000Z", recipients: 1, rejectedRecipients: 2 }
        const insert = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* insertRecipients
          yield* Effect.forEach(identifiers, (identifier, n) => {
            return sql`UPDATE broadcast_recipients SET identifier = ${identifier} WHERE position = ${n + 1}`
          })
          const response = JSON.stringify({ ...answer, warnings: [{ identifier: identifiers[1], errors: ["no"] }] })
          const of = { workspace_uuid: workspace, key: "key" }
          yield* sql`INSERT INTO idempotency_keys ${sql.insert({ ...of, fingerprint: "print", response })}`
        })
        yield* Effect.provide(insert, layerAt(filename, version))
        yield* Effect.gen(function* () {
          const deliveries = yield* DeliveryStore
          const person = { workspace, contact: ContactUuid.make(uuid), addresses: ["4917000000001"] }
          const found = yield* deliveries.ofPerson({ ...person, until: DateTime.makeUnsafe(0) }, 10)
          const expected = [1, 2].map((n) => recipientOf(n).uuid)
          assert.sameMembers(
            found.map((recipient) => recipient.uuid),
            expected
          )
          const broadcasts = yield* BroadcastStore
          const stored = Option.getOrThrow(yield* broadcasts.findIdempotencyKey(workspace, "key"))
          assert.deepStrictEqual(JSON.parse(stored.response), answer)
        }).pipe(Effect.provide(layerWithClient(filename)))
      })
  )
})
