import { describe, expect, it } from "@effect/vitest"
import {
  ContactImportStore,
  ContactStore,
  type ContactUuid,
  type ContactWrite,
  type ImportRef,
  type ImportRow,
  isImportOver,
  type Storage,
  Transaction
} from "@rollcall/core"
import { Discrepancy, importChecks, importServices, importStoreChecks } from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, Duration, Effect, Layer, Option } from "effect"

type Imports = ContactImportStore["Service"]
type Contacts = ContactStore["Service"]

/** A text as a careless store may mend it. */
const mended = (text: string | null): string | null => text?.replaceAll("\0", "") ?? null

/** A row with a first name as a careless store may mend it. */
const withMendedName = (row: ImportRow): ImportRow =>
  row.fields.firstName === undefined
    ? row
    : { ...row, fields: { ...row.fields, firstName: mended(row.fields.firstName) } }

/** Faults that a store of imports may have, each planted in one that has no other. */
const importFaults: Readonly<Record<string, (imports: Imports) => Partial<Imports>>> = {
  "an insert that passes over a uuid that is taken": (imports) => ({
    insert: (...args) => Effect.catch(imports.insert(...args), () => Effect.void)
  }),
  "an import that every workspace can see": (imports) => {
    const refs = new Map<string, ImportRef>()
    return {
      insert: (contactImport, rows) => {
        refs.set(contactImport.uuid, { workspace: contactImport.workspaceUuid, contactImport: contactImport.uuid })
        return imports.insert(contactImport, rows)
      },
      find: (ref) => imports.find(refs.get(ref.contactImport) ?? ref)
    }
  },
  "the total of the page alone": (imports) => ({
    rows: (...args) => Effect.map(imports.rows(...args), ({ items }) => ({ items, total: items.length }))
  }),
  "rows of every outcome": (imports) => ({ rows: (ref, _, page) => imports.rows(ref, null, page) }),
  "texts of rows that are mended": (imports) => ({
    insert: (contactImport, rows) => imports.insert(contactImport, rows.map(withMendedName))
  }),
  "members of originals that are assigned": (imports) => ({
    insert: (contactImport, rows) =>
      imports.insert(
        contactImport,
        rows.map((row) => ({ ...row, customFields: Object.assign({}, row.customFields) }))
      )
  }),
  "next rows in no order": (imports) => ({
    nextRows: (...args) => Effect.map(imports.nextRows(...args), (rows) => rows.toReversed())
  }),
  "results without their issues": (imports) => ({
    record: (contactImport, results, nextCheckAfter) =>
      imports.record(
        contactImport,
        results.map((result) => ({ ...result, issues: [] })),
        nextCheckAfter
      )
  }),
  "a record that is due again too late": (imports) => ({
    record: (contactImport, results) => imports.record(contactImport, results, Duration.hours(1))
  }),
  "what is due told last first": (imports) => ({
    claimDue: (options) => Effect.map(imports.claimDue(options), (due) => due.toReversed())
  }),
  "what is due told to everybody who asks": (imports) => ({
    claimDue: ({ limit }) => imports.claimDue({ limit, nextCheckAfter: Duration.zero })
  }),
  "what is due without a limit": (imports) => ({
    claimDue: ({ nextCheckAfter }) => imports.claimDue({ limit: 100_000, nextCheckAfter })
  }),
  "what is over told as due": (imports) => {
    const over: Array<ImportRef> = []
    return {
      record: (contactImport, ...rest) => {
        if (isImportOver(contactImport)) {
          over.push({ workspace: contactImport.workspaceUuid, contactImport: contactImport.uuid })
        }
        return imports.record(contactImport, ...rest)
      },
      claimDue: (options) => Effect.map(imports.claimDue(options), (due) => [...due, ...over])
    }
  }
}

/** Faults of a store of contacts that those see who read and write many at a time. */
const contactFaults: Readonly<Record<string, (contacts: Contacts) => Partial<Contacts>>> = {
  "the first of several contacts locked alone": (contacts) => ({
    lock: (workspace, uuids) => contacts.lock(workspace, uuids.slice(0, 1))
  }),
  "archived contacts that cannot be locked": (contacts) => ({
    lock: (...args) => Effect.map(contacts.lock(...args), (all) => all.filter(({ archived }) => !archived))
  }),
  "custom values that are not written where they are looked for": (contacts) => ({
    save: ({ changed, created }) => {
      const bare = (writes: ReadonlyArray<ContactWrite>) => writes.map((write) => ({ ...write, changes: [] }))
      return contacts.save({ created: bare(created), changed: bare(changed) })
    }
  }),
  "contacts that are written in several steps": (contacts) => ({
    save: ({ changed, created }) =>
      Effect.andThen(
        Effect.forEach(created, (write) => contacts.save({ created: [write], changed: [] }), { discard: true }),
        contacts.save({ created: [], changed })
      )
  }),
  "changes of contacts that are not there, written as new ones": (contacts) => ({
    save: ({ changed, created }) =>
      Effect.gen(function* () {
        const isThere = ({ contact }: ContactWrite) =>
          Effect.map(contacts.find(contact.workspaceUuid, contact.uuid), Option.isSome)
        const known = yield* Effect.filter(changed, isThere)
        const fresh = changed.filter((write) => !known.includes(write))
        yield* contacts.save({ created: [...created, ...fresh], changed: known })
      })
  }),
  "one holder of several told": (contacts) => ({
    lockIdentifiers: (...args) =>
      Effect.map(contacts.lockIdentifiers(...args), (held) =>
        held.map(({ contacts, key }) => ({ key, contacts: contacts.slice(0, 1) }))
      )
  }),
  "archived holders that are not told": (contacts) => ({
    lockIdentifiers: Effect.fnUntraced(function* (workspace, keys) {
      const held = yield* contacts.lockIdentifiers(workspace, keys)
      const isActive = (uuid: ContactUuid) =>
        Effect.map(contacts.find(workspace, uuid), (found) => !Option.exists(found, ({ archived }) => archived))
      return yield* Effect.forEach(held, ({ contacts, key }) =>
        Effect.map(Effect.filter(contacts, isActive), (active) => ({ key, contacts: active }))
      )
    })
  })
}

/** The memory store, with faults in two of its stores. */
const storageWith = (faults: {
  readonly imports?: (imports: Imports) => Partial<Imports>
  readonly contacts?: (contacts: Contacts) => Partial<Contacts>
}): Layer.Layer<Storage> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const imports = Context.get(storage, ContactImportStore)
      const contacts = Context.get(storage, ContactStore)
      return storage.pipe(
        Context.add(ContactImportStore, ContactImportStore.of({ ...imports, ...faults.imports?.(imports) })),
        Context.add(ContactStore, ContactStore.of({ ...contacts, ...faults.contacts?.(contacts) }))
      )
    })
  )

/** The same cases in every run: what is tested here is whether the suites see a fault, not luck. */
const fixed = ConfigProvider.layer(
  ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 100, ROLLCALL_IMPORTS: 60 })
)

const within = (storage: Layer.Layer<Storage>) =>
  Layer.provideMerge(importServices, storage).pipe(Layer.provideMerge(fixed))

/** Every check of imports, over a storage. */
const run = (storage: Layer.Layer<Storage>) =>
  Effect.forEach(importStoreChecks, (check) => check.run, { discard: true }).pipe(
    Effect.andThen(Effect.forEach(importChecks, (check) => check.run, { discard: true })),
    Effect.provide(within(storage))
  )

const sees = <R>(checks: Effect.Effect<void, unknown, R>) =>
  Effect.gen(function* () {
    expect(yield* Effect.flip(checks)).toBeInstanceOf(Discrepancy)
  })

describe("the suites of imports", () => {
  it.effect("pass on a store without a fault", () => run(storageWith({})))

  for (const [name, imports] of Object.entries(importFaults)) {
    it.effect(`see ${name}`, () => sees(run(storageWith({ imports }))))
  }

  for (const [name, contacts] of Object.entries(contactFaults)) {
    it.effect(`see ${name}`, () => sees(run(storageWith({ contacts }))))
  }

  it.effect("see transactions that keep nobody out and take nothing back", () =>
    sees(run(Layer.merge(layer, Layer.succeed(Transaction, Transaction.of({ run: (effect) => effect })))))
  )
})
