import {
  type Contact,
  ContactStore,
  type CustomField,
  CustomFieldStore,
  newestFirst,
  Transaction
} from "@rollcall/core"
import { suites } from "@rollcall/storage-conformance"
import { Context, DateTime, Effect, Option } from "effect"
import { type Fault, openTransactions, plantedFaults } from "../Planting.ts"

type Fields = Fault<CustomFieldStore["Service"]>

const isNot = (uuid: string) => (field: CustomField) => field.uuid !== uuid

const isArchived = ({ status }: CustomField): boolean => status === "archived"

/** A fault by which those who have a value are written so when its field is archived. */
const archiving =
  (change: (contact: Contact) => Contact): Fields =>
  (fields, storage) => ({
    replace: Effect.fnUntraced(function* (field) {
      const contacts = Context.get(storage, ContactStore)
      const everyone = { condition: { _tag: "ValuePresent", field: field.uuid }, sort: newestFirst } as const
      const { items } = yield* contacts.search(field.workspaceUuid, everyone, { limit: 1_000, offset: 0 })
      yield* fields.replace(field)
      if (!isArchived(field)) return
      yield* contacts.save({
        created: [],
        changed: items.map((contact) => ({ contact: change(contact), changes: [] }))
      })
    })
  })

/** Faults that a store of definitions may have, each planted in one that has no other. */
const faults: Readonly<Record<string, Fields>> = {
  "a key that is free again once its field is archived": (fields) => ({
    insert: Effect.fnUntraced(function* (field) {
      for (const one of yield* fields.all(field.workspaceUuid)) {
        if (one.status === "archived") yield* fields.replace({ ...one, fieldKey: one.uuid })
      }
      return yield* fields.insert(field)
    })
  }),
  "a key that is taken in every workspace": (fields) => {
    const taken = new Map<string, string>()
    return {
      insert: Effect.fnUntraced(function* (field) {
        const owner = taken.get(field.fieldKey) ?? field.workspaceUuid
        taken.set(field.fieldKey, owner)
        return owner === field.workspaceUuid && (yield* fields.insert(field))
      })
    }
  },
  "archived definitions that are named": (fields) => ({
    named: (workspace, keys) =>
      Effect.map(fields.all(workspace), (all) => all.filter(({ fieldKey }) => keys.includes(fieldKey)))
  }),
  "archived definitions that are locked": (fields) => ({
    lockShared: (workspace, keys) =>
      Effect.map(fields.all(workspace), (all) => all.filter(({ fieldKey }) => keys.includes(fieldKey)))
  }),
  "archived definitions that are listed nowhere": (fields) => ({
    all: (workspace) => Effect.map(fields.all(workspace), (all) => all.filter(({ status }) => status === "active"))
  }),
  "archived definitions that are not found": (fields) => ({
    find: (workspace, uuid) =>
      Effect.map(
        fields.find(workspace, uuid),
        Option.filter(({ status }) => status === "active")
      )
  }),
  "definitions that are named in the order of the keys": (fields) => ({
    named: (workspace, keys) =>
      Effect.map(fields.named(workspace, keys), (found) =>
        found.toSorted((a, b) => keys.indexOf(a.fieldKey) - keys.indexOf(b.fieldKey))
      )
  }),
  "an archive that is no update": (fields) => ({
    replace: (field) => fields.replace(isArchived(field) ? { ...field, updatedAt: field.createdAt } : field)
  }),
  "an archive of every field with the key": (fields) => {
    const workspaces = new Set<CustomField["workspaceUuid"]>()
    return {
      insert: (field) => Effect.suspend(() => fields.insert((workspaces.add(field.workspaceUuid), field))),
      replace: Effect.fnUntraced(function* (field) {
        for (const workspaceUuid of isArchived(field) ? workspaces : []) {
          yield* fields.replace({ ...field, workspaceUuid })
        }
        yield* fields.replace(field)
      })
    }
  },
  "no value where there are values": () => ({ hasValues: () => Effect.succeed(false) }),
  "values once and for ever": (fields) => {
    const seen = new Set<string>()
    return {
      hasValues: Effect.fnUntraced(function* (workspace, uuid) {
        if (yield* fields.hasValues(workspace, uuid)) seen.add(uuid)
        return seen.has(uuid)
      })
    }
  },
  "a replacement that forgets the options": (fields) => ({
    replace: (field) => fields.replace({ ...field, selectOptions: field.selectOptions?.slice(0, 1) ?? null })
  }),
  "a replacement that leaves out the neighbours": (fields) => ({
    replace: Effect.fnUntraced(function* (field) {
      for (const one of (yield* fields.all(field.workspaceUuid)).filter(isNot(field.uuid))) {
        yield* fields.replace({ ...one, name: field.name })
      }
      yield* fields.replace(field)
    })
  }),
  "an archive that updates the contacts": archiving((contact) => ({
    ...contact,
    customFields: {},
    updatedAt: DateTime.add(contact.updatedAt, { seconds: 1 })
  })),
  "an archive that hides nothing": archiving((contact) => contact)
}

plantedFaults(CustomFieldStore, suites["custom fields"], faults)
plantedFaults(Transaction, suites["custom fields"], openTransactions)
