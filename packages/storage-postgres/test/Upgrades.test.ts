import { assert, describe, it } from "@effect/vitest"
import { ContactListUuid, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import {
  allOf,
  BroadcastStore,
  ChannelNoticeUuid,
  type Condition,
  ContactListStore,
  ContactStore,
  DeliveryStore,
  digitForms,
  EventStore,
  identifierValue,
  newestFirst,
  type NewEvent,
  nextId,
  not,
  Transaction
} from "@rollcall/core/storage"
import { Context, DateTime, Effect, Option, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { migrateBefore, migrateTo, versions } from "./EarlierVersions.ts"
import { anotherPool, database, newBroadcast, newRecipients, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"

const uuids = [1, 2, 3].map((n) => ContactUuid.make(`00000000-0000-4000-8000-00000000000${n}`))
const lists = [1, 2, 3].map((n) => ContactListUuid.make(`00000000-0000-4000-8001-00000000000${n}`))

/** The columns that an earlier version wrote with an address, once it had them. */
const keyOf = (version: number, email: string | null) =>
  version > versions.findIndex(([name]) => name === "0007_identifiers")
    ? { email_key: identifierValue(digitForms, "email", email) }
    : {}

const migrated = (url: Redacted.Redacted) =>
  withDatabase(url, (sql) => sql<{ name: string }>`SELECT name FROM rollcall_migrations ORDER BY migration_id`)

/** Some of what the version without reasons wrote, and the reason that it gets (B21). */
const errors = [
  ["rejected", 'parameters.body: "a" is missing; parameters.body: "b" is not in body_order', "missing_parameter"],
  ["rejected", 'parameters.body: "b" is not in body_order', "unexpected_parameter"],
  ["rejected", "parameters.header.value: must be an https URL; and 1 more", "invalid_parameter"],
  ["rejected", "cancelled before sending", "cancelled"],
  ["undeliverable", "gave up after 3 retries: no answer", "retries_exhausted"],
  ["undeliverable", "no account", "undeliverable"],
  ["pending", null, null]
] as const

/** Two contacts, of which one is archived, on a list; the archived one alone on another. */
const insertMembers = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, workspace: WorkspaceUuid) {
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
const totalsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const contacts = yield* ContactStore
  const store = yield* ContactListStore
  const all = yield* contacts.search(workspace, { condition: allOf([]), sort: newestFirst }, { limit: 1, offset: 0 })
  const counted = yield* Effect.forEach(lists, (list) => store.find(workspace, list))
  return [all.total, ...counted.map((list) => Option.getOrUndefined(list)?.count)]
})

/** A report of a channel. */
const noticeOf = (workspaceUuid: WorkspaceUuid): NewEvent => ({
  type: "channel.notice",
  workspaceUuid,
  channelNoticeUuid: ChannelNoticeUuid.make("00000000-0000-8000-8000-000000000001"),
  notice: { kind: "quality", level: "info", detail: "It is low." }
})

/** A description of the whole schema. */
const schemaOf = (url: Redacted.Redacted) =>
  withDatabase(
    url,
    (sql) => sql`
      SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
        generation_expression) AS part
      FROM information_schema.columns WHERE table_schema = 'rollcall'
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'rollcall'
      UNION ALL SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'rollcall'::regnamespace
      UNION ALL SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      ORDER BY part`
  )

/** The schema of a new database, which is read once. */
const newest = Effect.gen(function* () {
  const url = yield* database
  yield* anotherPool(url)
  return yield* schemaOf(url)
}).pipe(Effect.scoped, Effect.cached, Effect.runSync)

describe("a database of an earlier version", () => {
  it.live.each(versions.map(([name], index) => [name, index + 1] as const))(
    "that ends with %s has the newest schema afterwards, and still its contacts",
    ([, version]) =>
      Effect.gen(function* () {
        const url = yield* database
        yield* migrateTo(url, version)
        assert.lengthOf(yield* migrated(url), version)
        const workspace = yield* newWorkspace
        yield* withDatabase(url, (sql) =>
          Effect.forEach(["Ada@Example.org", "ÄDA.İ@Example.org", null], (email, n) => {
            const names = { workspace_uuid: workspace, uuid: uuids[n], email, ...keyOf(version, email) }
            return sql`INSERT INTO contacts ${sql.insert({ ...names, archived: 0, created_at: n, updated_at: n })}`
          })
        )
        const pool = yield* anotherPool(url)
        assert.lengthOf(yield* migrated(url), versions.length)
        assert.deepStrictEqual(yield* schemaOf(url), yield* newest)
        const store = Context.get(pool, ContactStore)
        const found = yield* Effect.forEach(uuids, (uuid) => store.find(workspace, uuid))
        assert.deepStrictEqual(
          found.map((contact) => Option.getOrUndefined(contact)?.email),
          ["Ada@Example.org", "ÄDA.İ@Example.org", null]
        )
        const keys = ["ada@example.org", "äda.i̇@example.org"].map((value) => ({ field: "email", value }) as const)
        const holders = yield* Context.get(pool, Transaction).run(store.lockIdentifiers(workspace, keys))
        assert.deepStrictEqual(
          holders.map(({ contacts }) => contacts),
          uuids.slice(0, 2).map((uuid) => [uuid])
        )
      })
  )

  it.live("is migrated once by two processes that start at the same time", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateTo(url, 3)
      yield* Effect.all([anotherPool(url), anotherPool(url)], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        (yield* migrated(url)).map(({ name }) => name),
        versions.map(([name]) => name.slice("0000_".length))
      )
      assert.deepStrictEqual(yield* schemaOf(url), yield* newest)
    })
  )

  it.live("C4, L3: has its contacts and members counted", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0018_counts")
      const workspace = yield* newWorkspace
      yield* withDatabase(url, (sql) => insertMembers(sql, workspace))
      const totals = Effect.provideContext(totalsOf(workspace), yield* anotherPool(url))
      assert.deepStrictEqual(yield* totals, [2, 1, 0, 0])
      yield* withDatabase(url, (sql) => sql`DELETE FROM contacts`)
      assert.deepStrictEqual(yield* totals, [0, 0, 0, 0])
    })
  )

  it.live("C3: matches its addresses without mailto:, marks that are not seen and final dots", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0038_email_keys")
      const workspace = yield* newWorkspace
      const written = ["MAILTO:Ada@Example.org", "bob@example.org.", "cyd\u200b@example.org"]
      yield* withDatabase(url, (sql) =>
        Effect.forEach(written, (email, n) => {
          const row = { workspace_uuid: workspace, uuid: uuids[n], email, email_key: email.toLowerCase() }
          return sql`INSERT INTO contacts ${sql.insert({ ...row, archived: 0, created_at: n, updated_at: n })}`
        })
      )
      const services = yield* anotherPool(url)
      const keys = ["ada", "bob", "cyd"].map((name) => ({ field: "email", value: `${name}@example.org` }) as const)
      const locked = Context.get(services, ContactStore).lockIdentifiers(workspace, keys)
      const held = yield* Context.get(services, Transaction).run(locked)
      assert.deepStrictEqual(
        held.map(({ contacts }) => contacts),
        uuids.map((uuid) => [uuid])
      )
    })
  )

  it.live("S6: has the contacts counted that have a value in a field", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0028_value_counts")
      const workspace = yield* newWorkspace
      const field = yield* nextId
      yield* withDatabase(url, (sql) =>
        Effect.forEach(uuids, (uuid, number) =>
          Effect.gen(function* () {
            const instants = { created_at: 0, updated_at: 0 }
            yield* sql`INSERT INTO contacts ${sql.insert({ workspace_uuid: workspace, uuid, archived: 0, ...instants })}`
            const value = { workspace_uuid: workspace, contact_uuid: uuid, field_uuid: field, text: "a" }
            if (number > 0) yield* sql`INSERT INTO contact_values ${sql.insert({ ...value, ordinal: 0 })}`
            if (number > 1) yield* sql`INSERT INTO contact_values ${sql.insert({ ...value, ordinal: 1 })}`
          })
        )
      )
      const present = { _tag: "ValuePresent", field } as const
      const store = Context.get(yield* anotherPool(url), ContactStore)
      const total = (condition: Condition) =>
        Effect.map(
          store.search(workspace, { condition, sort: newestFirst }, { limit: 1, offset: 0 }),
          ({ total }) => total
        )
      assert.deepStrictEqual([yield* total(present), yield* total(not(present))], [2, 1])
      yield* withDatabase(url, (sql) => sql`DELETE FROM contacts WHERE uuid = ${uuids[1] ?? ""}`)
      assert.deepStrictEqual([yield* total(present), yield* total(not(present))], [1, 1])
    })
  )

  it.live("E2, E8: has its events as they were, and takes reports of channels", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0025_notices")
      const workspaceUuid = yield* newWorkspace
      const event = { type: "contact.created", workspaceUuid, contactUuid: uuids[0] } as const
      const row = {
        workspace_uuid: workspaceUuid,
        type: event.type,
        subject_uuid: uuids[0],
        occurred_at: 0,
        position: 1
      }
      yield* withDatabase(url, (sql) => sql`INSERT INTO events ${sql.insert(row)}`)
      const store = Context.get(yield* anotherPool(url), EventStore)
      yield* store.append([noticeOf(workspaceUuid), noticeOf(workspaceUuid)])
      const read = store.read(workspaceUuid, { after: null, types: null, limit: 10 })
      const events = Effect.map(read, (reading) => (reading._tag === "Read" ? reading.events : []))
      const found = yield* Effect.repeat(events, { until: ({ length }) => length > 1 })
      assert.deepStrictEqual(
        found.map(({ at: _at, cursor: _cursor, ...rest }): unknown => rest),
        [event, noticeOf(workspaceUuid)]
      )
    })
  )

  it.live("B13, B21: has its recipients counted, and gives every one with an error its reason", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0012_reasons")
      const { uuid, workspaceUuid } = yield* newBroadcast(yield* newWorkspace)
      const recipients = yield* newRecipients(errors.length)
      const rows = recipients.map(({ identifier, position, uuid: recipient }, n) => {
        const [status, error] = errors[n] ?? ["pending", null]
        const of = { workspace_uuid: workspaceUuid, broadcast_uuid: uuid, uuid: recipient, position, identifier }
        return { ...of, status, error, attempt: 0, retries: 0, updated_at: 0 }
      })
      yield* withDatabase(url, (sql) =>
        Effect.gen(function* () {
          yield* sql`INSERT INTO broadcasts ${sql.insert({
            ...{ workspace_uuid: workspaceUuid, uuid, created_by: uuid, channel_type: "chatapp", name: "" },
            ...{ template_name: "", locale: "en", sender: "", version: 1, status: "sending", scheduled_at: 0 },
            ...{ created_at: 0, recipients: 1, look_at: 0 }
          })}`
          yield* Effect.forEach(rows, (row) => sql`INSERT INTO broadcast_recipients ${sql.insert(row)}`)
        })
      )
      const store = Context.get(yield* anotherPool(url), DeliveryStore)
      const filter = { broadcast: uuid, clientReferences: null, updatedAfter: null }
      const { items } = yield* store.recipients(workspaceUuid, filter, { limit: 100, offset: 0 })
      assert.deepStrictEqual(
        items.map(({ error, reason, status }) => [status, error, reason]),
        errors.map((row) => [...row])
      )
      const none = { sent: 0, delivered: 0, read: 0 }
      const counters = yield* store.counters({ workspace: workspaceUuid, broadcast: uuid })
      assert.deepStrictEqual(counters, { ...none, recipients: 1, rejected: 4, failed: 2, unfinished: 1 })
    })
  )

  it.live("C7, B4: finds its recipients by what their identifiers are written for; its stored answers name none", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* migrateBefore(url, "0030_persons")
      const { uuid, workspaceUuid } = yield* newBroadcast(yield* newWorkspace)
      const identifiers = ["4917000000001", "+49 (170) 000-00001", "no one"]
      const recipients = yield* newRecipients(identifiers.length)
      const answer = { uuid, scheduledAt: "2026-03-01T10:00:00.000Z", recipients: 0, rejectedRecipients: 3 }
      yield* withDatabase(url, (sql) =>
        Effect.gen(function* () {
          yield* sql`INSERT INTO broadcasts ${sql.insert({
            ...{ workspace_uuid: workspaceUuid, uuid, created_by: uuid, channel_type: "chatapp", name: "" },
            ...{ template_name: "", locale: "en", sender: "", version: 1, status: "sending", scheduled_at: 0 },
            ...{ created_at: 0, recipients: 0, look_at: 0 }
          })}`
          const of = { workspace_uuid: workspaceUuid, broadcast_uuid: uuid, status: "rejected", error: "no" }
          yield* Effect.forEach(recipients, ({ position, uuid: recipient }, n) => {
            const row = { ...of, uuid: recipient, position, identifier: identifiers[n], reason: "invalid_identifier" }
            return sql`INSERT INTO broadcast_recipients ${sql.insert({ ...row, attempt: 0, retries: 0, updated_at: 0 })}`
          })
          const response = JSON.stringify({ ...answer, warnings: [{ identifier: identifiers[1], errors: ["no"] }] })
          const key = { workspace_uuid: workspaceUuid, key: "key", fingerprint: "print", response }
          yield* sql`INSERT INTO idempotency_keys ${sql.insert(key)}`
        })
      )
      const context = yield* anotherPool(url)
      const person = { workspace: workspaceUuid, contact: ContactUuid.make(uuid), addresses: ["4917000000001"] }
      const found = yield* Context.get(context, DeliveryStore).ofPerson(
        { ...person, until: DateTime.makeUnsafe(0) },
        10
      )
      assert.sameMembers(
        found.map((recipient) => recipient.uuid),
        recipients.slice(0, 2).map((recipient) => recipient.uuid)
      )
      const stored = yield* Context.get(context, BroadcastStore).findIdempotencyKey(workspaceUuid, "key")
      assert.deepStrictEqual(JSON.parse(Option.getOrThrow(stored).response), answer)
    })
  )
})
