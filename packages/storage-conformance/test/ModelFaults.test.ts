import { describe, expect, it } from "@effect/vitest"
import {
  allOf,
  ContactListStore,
  ContactStore,
  CustomFieldStore,
  newestFirst,
  NoteStore,
  slice,
  type Storage
} from "@rollcall/core"
import { layer } from "@rollcall/storage-memory"
import { ConfigProvider, Context, Effect, Layer, Option } from "effect"
import { Discrepancy } from "../src/kernel/Check.ts"
import { services } from "../src/model/ModelRun.ts"
import { modelChecks } from "../src/model/ModelSuite.ts"

type Fault = (ports: Context.Context<Storage>) => Context.Context<Storage>

const inContacts =
  (fault: (store: ContactStore["Service"]) => Partial<ContactStore["Service"]>): Fault =>
  (ports) => {
    const store = Context.get(ports, ContactStore)
    return Context.add(ports, ContactStore, ContactStore.of({ ...store, ...fault(store) }))
  }
const inFields =
  (fault: (store: CustomFieldStore["Service"]) => Partial<CustomFieldStore["Service"]>): Fault =>
  (ports) => {
    const store = Context.get(ports, CustomFieldStore)
    return Context.add(ports, CustomFieldStore, CustomFieldStore.of({ ...store, ...fault(store) }))
  }
const inLists =
  (fault: (store: ContactListStore["Service"]) => Partial<ContactListStore["Service"]>): Fault =>
  (ports) => {
    const store = Context.get(ports, ContactListStore)
    return Context.add(ports, ContactListStore, ContactListStore.of({ ...store, ...fault(store) }))
  }
const inNotes =
  (fault: (store: NoteStore["Service"]) => Partial<NoteStore["Service"]>): Fault =>
  (ports) => {
    const store = Context.get(ports, NoteStore)
    return Context.add(ports, NoteStore, NoteStore.of({ ...store, ...fault(store) }))
  }

const everything = { limit: 1_000, offset: 0 }
const everyone = { condition: allOf([]), sort: newestFirst }

/** Faults that show only when several things were done, each planted in a store that has no other. */
const faults: Readonly<Record<string, Fault>> = {
  "a list that counts archived contacts": inLists((lists) => ({
    find: Effect.fnUntraced(function* (workspace, uuid) {
      const found = yield* lists.find(workspace, uuid)
      const all = { includeArchived: true, sort: "added_last_first" as const }
      const { total } = yield* lists.members(workspace, uuid, all, everything)
      return Option.map(found, (list) => ({ ...list, count: total }))
    })
  })),
  "notes listed oldest first": inNotes((notes) => ({
    list: (workspace, contact, page) =>
      Effect.map(notes.list(workspace, contact, everything), ({ items }) => slice(items.toReversed(), page))
  })),
  "an update that drops a field": inContacts((contacts) => ({
    save: ({ changed, created }) => {
      const dropped = changed.map(({ changes, contact }) => ({ changes, contact: { ...contact, socialmsgId: null } }))
      return contacts.save({ created, changed: dropped })
    }
  })),
  "an archived list that leaves the contact's lists": inLists((lists) => ({
    list: (workspace, filter, sort, page) =>
      lists.list(workspace, { ...filter, status: filter.status ?? "active" }, sort, page)
  })),
  "values that outlive their field": (ports) => {
    const contacts = Context.get(ports, ContactStore)
    return inFields((fields) => ({
      replace: Effect.fnUntraced(function* (field) {
        const { items } = yield* contacts.search(field.workspaceUuid, everyone, everything)
        yield* fields.replace(field)
        yield* contacts.save({ created: [], changed: items.map((contact) => ({ contact, changes: [] })) })
      })
    }))(ports)
  },
  "a key that is free again once its field is archived": inFields((fields) => ({
    insert: Effect.fnUntraced(function* (field) {
      for (const one of yield* fields.all(field.workspaceUuid)) {
        if (one.status === "archived" && one.fieldKey === field.fieldKey) {
          yield* fields.replace({ ...one, fieldKey: `${one.fieldKey}_` })
        }
      }
      return yield* fields.insert(field)
    })
  })),
  "an archived contact that cannot be found": inContacts((contacts) => ({
    find: (workspace, uuid) =>
      Effect.map(
        contacts.find(workspace, uuid),
        Option.filter(({ archived }) => !archived)
      )
  }))
}

/** The same cases in every run: what is tested here is whether the suite sees a fault, not luck. */
const cases = (sequences: number) =>
  ConfigProvider.layer(ConfigProvider.fromUnknown({ ROLLCALL_SEED: 1, ROLLCALL_SEQUENCES: sequences }))

/** Enough for the rarest fault; the others end the run much earlier. */
const enough = 400

const run = (fault: Fault, sequences: number) =>
  Effect.forEach(modelChecks(layer), (check) => check.run, { discard: true }).pipe(
    Effect.provide(
      Layer.provideMerge(services, Layer.effectContext(Effect.map(Layer.build(Layer.fresh(layer)), fault)))
    ),
    Effect.provide(cases(sequences))
  )

describe("the model suite", () => {
  it.effect("passes on the reference itself", () => run((ports) => ports, 40))

  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`sees ${name}, and says how to see it again`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(run(fault, enough))
        expect(failure).toBeInstanceOf(Discrepancy)
        expect(String(failure)).toMatch(/expected .*ROLLCALL_SEED=1 gives this again/s)
      })
    )
  }
})
