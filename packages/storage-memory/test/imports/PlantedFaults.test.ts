import {
  ContactImportStore,
  ContactStore,
  type ContactUuid,
  type ContactWrite,
  type ImportRef,
  type ImportRow,
  isImportOver,
  Transaction
} from "@rollcall/core"
import { suites } from "@rollcall/storage-conformance"
import { Duration, Effect, Option } from "effect"
import { type Fault, openTransactions, plantedFaults } from "../Planting.ts"

/** A text as a careless store may mend it. */
const mended = (text: string | null): string | null => text?.replaceAll("\0", "") ?? null

/** A row with a first name as a careless store may mend it. */
const withMendedName = (row: ImportRow): ImportRow =>
  row.fields.firstName === undefined
    ? row
    : { ...row, fields: { ...row.fields, firstName: mended(row.fields.firstName) } }

/** Faults that a store of imports may have, each planted in one that has no other. */
const importFaults: Readonly<Record<string, Fault<ContactImportStore["Service"]>>> = {
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
const contactFaults: Readonly<Record<string, Fault<ContactStore["Service"]>>> = {
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

const importSuites = [...suites["import store"], ...suites.imports]

plantedFaults(ContactImportStore, importSuites, importFaults)
plantedFaults(ContactStore, [...suites.contacts, ...suites.identifiers], contactFaults)
plantedFaults(Transaction, importSuites, openTransactions)
