import { describe, expect, it } from "@effect/vitest"
import {
  type Contact,
  ContactLists,
  Contacts,
  ContactStore,
  ContactValues,
  type CustomField,
  CustomFields,
  CustomFieldStore,
  type Storage,
  Transaction
} from "@rollcall/core"
import { customFieldChecks, Discrepancy } from "@rollcall/storage-conformance"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, DateTime, Effect, Layer, Option } from "effect"

type Fields = CustomFieldStore["Service"]

const isNot = (uuid: string) => (field: CustomField) => field.uuid !== uuid

/** Faults that a store of definitions may have, each planted in one that has no other. */
const faults: Readonly<Record<string, (fields: Fields) => Partial<Fields>>> = {
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
  })
}

const isArchived = ({ status }: CustomField): boolean => status === "archived"

const services = Layer.mergeAll(Contacts.layer, CustomFields.layer, ContactValues.layer, ContactLists.layer)

/** The memory store, its store of definitions with a fault. */
const faulty = (fault: (fields: Fields) => Partial<Fields>): Layer.Layer<Storage> =>
  Layer.effectContext(
    Effect.map(Layer.build(layer), (storage) => {
      const fields = Context.get(storage, CustomFieldStore)
      return Context.add(storage, CustomFieldStore, CustomFieldStore.of({ ...fields, ...fault(fields) }))
    })
  )

/** The same cases in every run: what is tested here is whether the suite sees a fault, not luck. */
const fixed = ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_PLANS: 100 }))

const run = (storage: Layer.Layer<Storage>) =>
  Effect.forEach(customFieldChecks, (check) => check.run, { discard: true }).pipe(
    Effect.provide(Layer.provideMerge(Layer.fresh(services), storage).pipe(Layer.provideMerge(fixed)))
  )

describe("the suite of custom fields", () => {
  it.effect("passes on a store without a fault", () => run(faulty(() => ({}))))

  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`sees ${name}`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(run(faulty(fault)))).toBeInstanceOf(Discrepancy)
      })
    )
  }

  it.effect("sees transactions that keep nobody out", () =>
    Effect.gen(function* () {
      const open = Layer.succeed(Transaction, Transaction.of({ run: (effect) => effect }))
      expect(
        yield* Effect.flip(
          run(
            Layer.merge(
              faulty(() => ({})),
              open
            )
          )
        )
      ).toBeInstanceOf(Discrepancy)
    })
  )

  it.effect.each([
    [
      "an archive that updates the contacts",
      (contact: Contact): Contact => ({
        ...contact,
        customFields: {},
        updatedAt: DateTime.add(contact.updatedAt, { seconds: 1 })
      })
    ],
    ["an archive that hides nothing", (contact: Contact): Contact => contact]
  ] as const)("sees %s", ([, change]) =>
    Effect.gen(function* () {
      const storage = Layer.effectContext(
        Effect.map(Layer.build(layer), (storage) => {
          const contacts = Context.get(storage, ContactStore)
          const fields = Context.get(storage, CustomFieldStore)
          const replace: Fields["replace"] = Effect.fnUntraced(function* (field) {
            const everyone = { condition: { _tag: "ValuePresent", field: field.uuid }, sort: byName } as const
            const { items } = yield* contacts.search(field.workspaceUuid, everyone, { limit: 1_000, offset: 0 })
            yield* fields.replace(field)
            if (!isArchived(field)) return
            const changed = items.map((contact) => ({ contact: change(contact), changes: [] }))
            yield* contacts.save({ created: [], changed })
          })
          return Context.add(storage, CustomFieldStore, CustomFieldStore.of({ ...fields, replace }))
        })
      )
      expect(yield* Effect.flip(run(storage))).toBeInstanceOf(Discrepancy)
    })
  )
})

const byName = { field: { kind: "text", name: "first_name" }, direction: "asc" } as const
