import {
  type AccessTokenStore,
  compareCodePoints,
  type ContactStore,
  type CustomField,
  CustomFieldStore,
  CustomFieldUuid,
  nextId,
  Transaction
} from "@rollcall/core"
import { DateTime, Effect, Option } from "effect"
import { current } from "../contacts/Fixture.ts"
import { agree, type Check, check } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { customFieldArbitrary, hostileKeys } from "./FieldArbitrary.ts"
import { archive, change, instantOf, newField, storedField, valuedContact } from "./Fixture.ts"

export type PortNeeds = CustomFieldStore | ContactStore | AccessTokenStore | Transaction

/** Oldest first, then by uuid. */
const inOrder = (fields: ReadonlyArray<CustomField>): ReadonlyArray<CustomField> =>
  fields.toSorted((a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid))

/** Definitions of several ages, some of one age, every third archived; written in no order. */
const manyFields = Effect.gen(function* () {
  const workspaceUuid = yield* newWorkspace
  const uuids = yield* Effect.replicateEffect(nextId, 23)
  const fields: Array<CustomField> = []
  for (const [n, uuid] of uuids.entries()) {
    const field = yield* storedField({
      workspaceUuid,
      uuid: CustomFieldUuid.make(uuids[(n * 7) % uuids.length] ?? uuid),
      fieldKey: hostileKeys[n] ?? `key_${n}`,
      createdAt: instantOf(n % 4)
    })
    fields.push(n % 3 === 0 ? yield* archive(field, instantOf(9)) : field)
  }
  return { workspace: workspaceUuid, fields: inOrder(fields) }
})

const isActive = ({ status }: CustomField): boolean => status === "active"

/** What `CustomFieldStore` promises of definitions, whatever values there are. */
export const definitionChecks: ReadonlyArray<Check<PortNeeds>> = [
  check(
    "F1: gives back what was inserted, every field as it was, and so does lock",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const workspace = yield* newWorkspace
      let n = 0
      yield* forAll(customFieldArbitrary(workspace), Math.ceil((yield* generatedCases) / 8), (generated) =>
        Effect.gen(function* () {
          const uuid = CustomFieldUuid.make(yield* nextId)
          const field = { ...generated, uuid, fieldKey: `${generated.fieldKey.slice(0, 240)}_${++n}` }
          yield* agree("Whether it was inserted", yield* store.insert(field), true)
          yield* agree("find", yield* store.find(workspace, uuid), Option.some(field))
          yield* agree("lock", yield* transaction.run(store.lock(workspace, uuid)), Option.some(field))
        })
      )
    })
  ),

  check(
    "gives back what it was replaced by, every field as it was; its neighbour stays",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const { fieldKey, uuid, workspaceUuid } = yield* storedField()
      const neighbour = yield* storedField({ workspaceUuid, fieldKey: "diet_2" })
      yield* forAll(customFieldArbitrary(workspaceUuid), Math.ceil((yield* generatedCases) / 10), (generated) =>
        Effect.gen(function* () {
          const changed = { ...generated, fieldKey, uuid }
          yield* transaction.run(Effect.andThen(store.lock(workspaceUuid, uuid), store.replace(changed)))
          yield* agree("The definition", yield* store.find(workspaceUuid, uuid), Option.some(changed))
        })
      )
      yield* agree("Its neighbour", yield* store.find(workspaceUuid, neighbour.uuid), Option.some(neighbour))
    })
  ),

  check(
    "F1, F7: a key is taken in its workspace, by an archived definition too, and nothing of a second one is kept",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const first = yield* storedField()
      const { workspaceUuid } = first
      const second = yield* newField({ workspaceUuid, name: "Impostor" })
      yield* agree("A second one", yield* store.insert(second), false)
      yield* agree("What there is of it", yield* store.find(workspaceUuid, second.uuid), Option.none())
      yield* agree("What there is", yield* store.all(workspaceUuid), [first])
      const archived = yield* archive(first, instantOf(1))
      yield* agree("Once the first is archived", yield* store.insert(second), false)
      yield* agree("What there is then", yield* store.all(workspaceUuid), [archived])
      yield* agree("Another key", yield* store.insert({ ...second, fieldKey: "diet_2" }), true)
      const elsewhere = yield* newField()
      yield* agree("The key in another workspace", yield* store.insert(elsewhere), true)
    })
  ),

  check(
    "F7: all has archived definitions too, named and lockShared have not, each oldest first, then by uuid",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const { fields, workspace } = yield* manyFields
      yield* agree("all", yield* store.all(workspace), fields)
      const some = fields.filter((_, n) => n % 4 !== 0)
      const keys = some.map(({ fieldKey }) => fieldKey).toReversed()
      const expected = some.filter(isActive)
      const asked = [...keys, ...keys.slice(0, 2), "nobody's"]
      yield* agree("named", yield* store.named(workspace, asked), expected)
      yield* agree("lockShared", yield* transaction.run(store.lockShared(workspace, asked)), expected)
      yield* agree("named nothing", yield* store.named(workspace, []), [])
      yield* agree("lockShared nothing", yield* transaction.run(store.lockShared(workspace, [])), [])
    })
  ),

  check(
    "F1: what is no key names no definition, whatever it means to a database or to JavaScript",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const { workspaceUuid } = yield* storedField({ fieldKey: "x" })
      const keys = [...hostileTexts.filter((text) => !/^[a-z][a-z0-9_]*$/.test(text)), "", "X", "x ", "%x", "' OR ''='"]
      yield* agree("named", yield* store.named(workspaceUuid, keys), [])
      yield* agree("lockShared", yield* transaction.run(store.lockShared(workspaceUuid, keys)), [])
    })
  ),

  check(
    "A1: another workspace's definition is neither found nor held, replaced or archived",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const field = yield* storedField()
      const { fieldKey, uuid, workspaceUuid } = field
      const stranger = yield* newWorkspace
      const own = yield* storedField({ workspaceUuid: stranger, createdAt: instantOf(5) })
      const contact = yield* valuedContact(stranger, [change(own, "vegan")])
      yield* agree("find", yield* store.find(stranger, uuid), Option.none())
      yield* agree("lock", yield* transaction.run(store.lock(stranger, uuid)), Option.none())
      yield* store.replace({ ...field, workspaceUuid: stranger, name: "Taken over" })
      yield* store.replace({ ...field, workspaceUuid: stranger, status: "archived", archivedAt: instantOf(1) })
      yield* agree("The definition", yield* store.find(workspaceUuid, uuid), Option.some(field))
      yield* agree("The stranger's", yield* store.all(stranger), [own])
      yield* agree("named", yield* store.named(stranger, [fieldKey]), [own])
      yield* agree("lockShared", yield* transaction.run(store.lockShared(stranger, [fieldKey])), [own])
      yield* agree("The stranger's contact", yield* current(contact), Option.some(contact))
    })
  )
]
