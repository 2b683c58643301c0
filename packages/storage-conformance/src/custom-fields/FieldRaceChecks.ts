import {
  Contacts,
  ContactValues,
  CustomFieldNotFound,
  CustomFields,
  InvalidInput,
  type WorkspaceUuid
} from "@rollcall/core"
import { type GivenDefinition, CustomFieldStore, type GivenValues } from "@rollcall/core/storage"
import { Effect, Predicate } from "effect"
import { found } from "../contacts/Fixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { everything, newWorkspace, concurrently } from "../shared/Fixture.ts"

/** A definition as a request gives it: of a text, unless something else is given. */
const newDefinition = (given: Partial<GivenDefinition> = {}): GivenDefinition => ({
  name: "Diet",
  fieldType: "text",
  editable: true,
  sensitive: false,
  icon: null,
  selectOptions: null,
  ...given
})

const define = (workspace: WorkspaceUuid, fieldKey: string | null, input: Partial<GivenDefinition> = {}) =>
  CustomFields.use((fields) => fields.create(workspace, { ...newDefinition(input), fieldKey }))

const contactWith = (workspace: WorkspaceUuid, values: GivenValues = {}) =>
  Contacts.use((contacts) => contacts.create(workspace, { email: "ada@example.org", customFields: values }))

/** Returns true if a call succeeded, false if it was refused. Fails with any other error. */
const isDone = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.matchEffect(call, {
    onSuccess: () => Effect.succeed(true),
    onFailure: (error) =>
      error instanceof InvalidInput || error instanceof CustomFieldNotFound ? Effect.succeed(false) : Effect.fail(error)
  })

/** The values of every contact. */
const allValues = (workspace: WorkspaceUuid) =>
  Effect.map(found(workspace), ({ items }) => items.map(({ customFields }) => customFields))

/** The contract of custom fields under concurrent changes of definitions and values. */
export const fieldRaceChecks: ReadonlyArray<Check> = [
  check("F1: 32 fields of one name that are made at once have keys of their own, numbered without a gap", function* () {
    const definitions = yield* CustomFieldStore
    const workspace = yield* newWorkspace
    const fields = Array.from({ length: 32 }, () => define(workspace, null, { name: "Größe" }))
    const made = yield* Effect.all(fields, concurrently)
    const expected = made.map((_, n) => (n === 0 ? "grosse" : `grosse_${n + 1}`)).toSorted()
    for (const fields of [made, yield* definitions.all(workspace)]) {
      yield* agree("The keys", fields.map(({ fieldKey }) => fieldKey).toSorted(), expected)
    }
    const asked = Array.from({ length: 16 }, () => isDone(define(workspace, "diet")))
    yield* agree("Who gets one key", (yield* Effect.all(asked, concurrently)).filter(Boolean), [true])
  }),

  check("F7: after an archive is answered no value is seen, even if it is written meanwhile", function* () {
    const contacts = yield* Contacts
    const fields = yield* CustomFields
    const values = yield* ContactValues
    for (let round = 0; round < 2; round++) {
      const workspace = yield* newWorkspace
      const { uuid: field } = yield* define(workspace, "diet")
      yield* define(workspace, "size")
      const known = yield* Effect.replicateEffect(contactWith(workspace, { diet: "vegan", size: "stays" }), 8)
      const writes = known.flatMap(({ uuid }) => [
        isDone(values.set(workspace, uuid, field, "keto")),
        isDone(contacts.update(workspace, uuid, { firstName: "Ada" })),
        isDone(contacts.update(workspace, uuid, { customFields: { size: "grows", diet: null } })),
        isDone(contactWith(workspace, { diet: "keto" }))
      ])
      const archive = Effect.andThen(fields.archive(workspace, field), allValues(workspace))
      const half = round % 2 === 0 ? writes.length / 2 : 0
      const [, answered] = yield* Effect.all(
        [Effect.all(writes.slice(0, half), concurrently), archive, Effect.all(writes.slice(half), concurrently)],
        concurrently
      )
      const isHidden = (all: typeof answered) => all.every((values) => !Object.hasOwn(values, "diet"))
      yield* holds("No value is seen when it is answered", isHidden(answered), answered)
      yield* holds("No value is seen in the end", isHidden(yield* allValues(workspace)))
      for (const { uuid } of known.slice(0, 3)) {
        const left = yield* values.get(workspace, uuid)
        yield* holds("The value of another field is there", left.size === "stays" || left.size === "grows", left)
        const after = yield* contacts.update(workspace, uuid, { lastName: "Lovelace" })
        yield* agree("After one more change", after.customFields, left)
      }
      yield* agree("A late value", yield* isDone(contactWith(workspace, { diet: "late" })), false)
    }
  }),

  check("F4: a type that changes while values are written leaves none of the wrong type", function* () {
    const definitions = yield* CustomFieldStore
    const fields = yield* CustomFields
    const values = yield* ContactValues
    for (let round = 0; round < 4; round++) {
      const workspace = yield* newWorkspace
      const { uuid } = yield* define(workspace, "size")
      const known = yield* Effect.replicateEffect(contactWith(workspace), 6)
      // What a service remembers of the definition is out of date then.
      const { uuid: first } = yield* contactWith(workspace, { size: "one" })
      yield* values.set(workspace, first, uuid, null)
      const writes = known.flatMap((contact, n) => [
        isDone(values.set(workspace, contact.uuid, uuid, n % 2 === 0 ? 9 : "nine")),
        isDone(contactWith(workspace, { size: n % 2 === 0 ? "nine" : 9 }))
      ])
      const retype = isDone(fields.update(workspace, uuid, newDefinition({ fieldType: "number:integer" })))
      const [, isRetyped] = yield* Effect.all(
        [Effect.all(writes.slice(0, round), concurrently), retype, Effect.all(writes.slice(round), concurrently)],
        concurrently
      )
      const { fieldType } = yield* fields.get(workspace, uuid)
      yield* agree("The type", fieldType, isRetyped ? "number:integer" : "text")
      const found = (yield* allValues(workspace)).flatMap(({ size }) => size ?? [])
      const isRight = isRetyped ? Predicate.isNumber : Predicate.isString
      yield* holds(`Every value is of the type ${fieldType}`, found.every(isRight), found)
      yield* agree("Whether there are values", yield* definitions.hasValues(workspace, uuid), found.length > 0)
    }
  }),

  check("F2: changes of different fields and values of one contact at once are all kept", function* () {
    const contacts = yield* Contacts
    const values = yield* ContactValues
    const workspace = yield* newWorkspace
    const keys = Array.from({ length: 12 }, (_, n) => `key_${n}`)
    const fields = yield* Effect.forEach(keys, (fieldKey) => define(workspace, fieldKey))
    const { uuid } = yield* contactWith(workspace)
    const changes = [
      contacts.update(workspace, uuid, { firstName: "Ada" }),
      contacts.update(workspace, uuid, { phoneNumber: "+49 170" }),
      ...fields.map((field, n) =>
        n % 2 === 0
          ? values.set(workspace, uuid, field.uuid, `value ${n}`)
          : values.update(workspace, uuid, { [field.fieldKey]: `value ${n}` })
      )
    ]
    yield* Effect.all(changes, concurrently)
    const { customFields, firstName, phoneNumber } = yield* contacts.get(workspace, uuid)
    const all = Object.fromEntries(keys.map((key, n) => [key, `value ${n}`]))
    yield* agree<unknown>("The contact", [customFields, firstName, phoneNumber], [all, "Ada", "+49 170"])
    const filters = keys.map((field, n) => ({ field, operator: "equals", value: `value ${n}` }) as const)
    yield* agree(
      "How many have them all",
      (yield* contacts.search(workspace, { advancedSearch: filters }, everything)).total,
      1
    )
  }),

  check("F3: an option that goes while it is given is given to no contact once it is gone", function* () {
    const fields = yield* CustomFields
    const values = yield* ContactValues
    for (let round = 0; round < 3; round++) {
      const workspace = yield* newWorkspace
      const input = newDefinition({ name: "Tier", fieldType: "select", selectOptions: ["Gold", "Silver"] })
      const { uuid } = yield* define(workspace, null, input)
      const known = yield* Effect.replicateEffect(contactWith(workspace), 6)
      const writes = known.map((contact) => isDone(values.set(workspace, contact.uuid, uuid, "Gold")))
      const update = fields.update(workspace, uuid, { ...input, selectOptions: ["Silver"] })
      const [answers, seen] = yield* Effect.all(
        [Effect.all(writes, concurrently), Effect.andThen(update, allValues(workspace))],
        concurrently
      )
      const have = (all: typeof seen) => all.filter(({ tier }) => tier === "gold").length
      const end = have(yield* allValues(workspace))
      yield* agree("Those that have it", end, answers.filter(Boolean).length)
      yield* agree("Those that had it when it was gone", have(seen), end)
    }
  })
]
