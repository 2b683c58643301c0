import {
  Contacts,
  ContactStore,
  ContactValues,
  CustomFieldNotFound,
  CustomFields,
  CustomFieldStore,
  type GivenValues,
  InvalidInput,
  newestFirst,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Predicate } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { contactWith, define, draftOf, type ServiceNeeds, valuesOf } from "./ServiceFixture.ts"

type Needs = ServiceNeeds | ContactStore

const together = { concurrency: "unbounded" } as const

/** Whether a call was not refused; any other failure is one. */
const isDone = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.matchEffect(call, {
    onSuccess: () => Effect.succeed(true),
    onFailure: (error) =>
      error instanceof InvalidInput || error instanceof CustomFieldNotFound ? Effect.succeed(false) : Effect.fail(error)
  })

/** The values of every contact, by the store's own listing. */
const allValues = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const contacts = yield* ContactStore
  const everyone = { condition: { _tag: "All", conditions: [] }, sort: newestFirst } as const
  const { items } = yield* contacts.search(workspace, everyone, { limit: 1_000, offset: 0 })
  return items.map(({ customFields }) => customFields)
})

const contactsWith = (workspace: WorkspaceUuid, count: number, values: GivenValues = {}) =>
  Effect.replicateEffect(contactWith(workspace, values), count)

/** What custom fields promise while many change them and their values at once. */
export const fieldRaceChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "F1: 32 fields of one name that are made at once have keys of their own, numbered without a gap",
    Effect.gen(function* () {
      const definitions = yield* CustomFieldStore
      const workspace = yield* newWorkspace
      const made = yield* Effect.all(
        Array.from({ length: 32 }, () => define(workspace, { name: "Größe" })),
        together
      )
      const expected = Array.from({ length: 32 }, (_, n) => (n === 0 ? "grosse" : `grosse_${n + 1}`)).toSorted()
      const keysOf = (fields: typeof made) => fields.map(({ fieldKey }) => fieldKey).toSorted()
      yield* agree("The keys that were answered", keysOf(made), expected)
      yield* agree("The keys that are there", keysOf(Array.from(yield* definitions.all(workspace))), expected)
    })
  ),

  check(
    "F1: of 16 fields that ask for one key at once, one gets it",
    Effect.gen(function* () {
      const definitions = yield* CustomFieldStore
      const workspace = yield* newWorkspace
      const made = yield* Effect.all(
        Array.from({ length: 16 }, (_, n) => isDone(define(workspace, { name: `Field ${n}`, fieldKey: "diet" }))),
        together
      )
      yield* agree("How many got it", made.filter(Boolean).length, 1)
      yield* agree("How many there are", (yield* definitions.all(workspace)).length, 1)
    })
  ),

  check(
    "F7: after an archive is answered no value is seen, whoever writes it or the contact meanwhile",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const values = yield* ContactValues
      for (let round = 0; round < 2; round++) {
        const workspace = yield* newWorkspace
        const { uuid: field } = yield* define(workspace, { fieldKey: "diet" })
        yield* define(workspace, { fieldKey: "size" })
        const known = yield* contactsWith(workspace, 8, { diet: "vegan", size: "stays" })
        const writes = known.flatMap(({ uuid }) => [
          isDone(values.set(workspace, uuid, field, "keto")),
          isDone(contacts.update(workspace, uuid, { firstName: "Ada" })),
          isDone(contacts.update(workspace, uuid, {}, { size: "grows", diet: null })),
          isDone(contactWith(workspace, { diet: "keto" }))
        ])
        const archive = Effect.andThen(fields.archive(workspace, field), allValues(workspace))
        const half = round % 2 === 0 ? writes.length / 2 : 0
        const [, answered] = yield* Effect.all(
          [Effect.all(writes.slice(0, half), together), archive, Effect.all(writes.slice(half), together)],
          together
        )
        const isHidden = (all: typeof answered) => all.every((values) => !Object.hasOwn(values, "diet"))
        yield* holds("No value is seen when it is answered", isHidden(answered), answered)
        yield* holds("No value is seen in the end", isHidden(yield* allValues(workspace)))
        for (const { uuid } of known.slice(0, 3)) {
          const left = yield* valuesOf(workspace, uuid)
          yield* holds("The value of another field is there", left.size === "stays" || left.size === "grows", left)
          const after = yield* contacts.update(workspace, uuid, { lastName: "Lovelace" })
          yield* agree("After one more change", after.customFields, left)
        }
        const late = yield* isDone(contactWith(workspace, { diet: "late" }))
        yield* agree("A late value", late, false)
      }
    })
  ),

  check(
    "F4: a type that changes while values are written leaves none of the wrong type",
    Effect.gen(function* () {
      const definitions = yield* CustomFieldStore
      const fields = yield* CustomFields
      const values = yield* ContactValues
      for (let round = 0; round < 4; round++) {
        const workspace = yield* newWorkspace
        const { uuid } = yield* define(workspace, { fieldKey: "size" })
        const known = yield* contactsWith(workspace, 6)
        const writes = known.map((contact, n) =>
          isDone(values.set(workspace, contact.uuid, uuid, n % 2 === 0 ? 9 : "nine"))
        )
        const retype = isDone(fields.update(workspace, uuid, draftOf({ fieldType: "number:integer" })))
        const first = round % 4
        const [, isRetyped] = yield* Effect.all(
          [Effect.all(writes.slice(0, first), together), retype, Effect.all(writes.slice(first), together)],
          together
        )
        const { fieldType } = yield* fields.get(workspace, uuid)
        yield* agree("The type", fieldType, isRetyped ? "number:integer" : "text")
        const found = (yield* allValues(workspace)).flatMap(({ size }) => size ?? [])
        const isRight = isRetyped ? Predicate.isNumber : Predicate.isString
        yield* holds(`Every value is of the type ${fieldType}`, found.every(isRight), found)
        yield* agree("Whether there are values", yield* definitions.hasValues(workspace, uuid), found.length > 0)
      }
    })
  ),

  check(
    "F2: changes of different fields and values of one contact at once are all kept",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const values = yield* ContactValues
      const workspace = yield* newWorkspace
      const keys = Array.from({ length: 12 }, (_, n) => `key_${n}`)
      const fields = yield* Effect.forEach(keys, (fieldKey) => define(workspace, { fieldKey }))
      const { uuid } = yield* contactWith(workspace)
      yield* Effect.all(
        [
          contacts.update(workspace, uuid, { firstName: "Ada" }),
          contacts.update(workspace, uuid, { phoneNumber: "+49 170" }),
          ...fields.map((field, n) =>
            n % 2 === 0
              ? values.set(workspace, uuid, field.uuid, `value ${n}`)
              : values.update(workspace, uuid, { [field.fieldKey]: `value ${n}` })
          )
        ],
        together
      )
      const { customFields, firstName, phoneNumber } = yield* contacts.get(workspace, uuid)
      const all = Object.fromEntries(keys.map((key, n) => [key, `value ${n}`]))
      yield* agree(
        "The contact",
        { customFields, firstName, phoneNumber },
        {
          customFields: all,
          firstName: "Ada",
          phoneNumber: "+49 170"
        }
      )
      const filters = keys.map((field, n) => ({ field, operator: "equals", value: `value ${n}` }) as const)
      const found = yield* contacts.search(workspace, { filters }, { limit: 1, offset: 0 })
      yield* agree("How many have them all", found.total, 1)
    })
  ),

  check(
    "F3: an option that goes while it is given is given to nobody once it is gone",
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const values = yield* ContactValues
      for (let round = 0; round < 3; round++) {
        const workspace = yield* newWorkspace
        const draft = draftOf({ name: "Tier", fieldType: "select", selectOptions: ["Gold", "Silver"] })
        const { uuid } = yield* define(workspace, draft)
        const known = yield* contactsWith(workspace, 6)
        const writes = known.map((contact) => isDone(values.set(workspace, contact.uuid, uuid, "Gold")))
        const update = fields.update(workspace, uuid, { ...draft, selectOptions: ["Silver"] })
        const [answers, seen] = yield* Effect.all(
          [Effect.all(writes, together), Effect.andThen(update, allValues(workspace))],
          together
        )
        const have = (all: typeof seen) => all.filter(({ tier }) => tier === "gold").length
        const end = have(yield* allValues(workspace))
        yield* agree("Those that have it", end, answers.filter(Boolean).length)
        yield* agree("Those that had it when it was gone", have(seen), end)
      }
    })
  )
]
