import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ContactLists, Contacts, ContactSettings, ContactValues, CustomFields, type Storage } from "@rollcall/core"
import { ContactListStore, ContactStore, CustomFieldStore, Transaction } from "@rollcall/core/storage"
import { contactWith, define, newCaller, newDefinition, services } from "../../Services.ts"

/** The services over stores that note what is locked and written, and where the transactions begin and end. */
const watched = Effect.gen(function* () {
  const steps: Array<string> = []
  const ports = yield* Effect.context<Storage>()
  const noting =
    <Args extends ReadonlyArray<unknown>, A>(step: string, call: (...args: Args) => A) =>
    (...args: Args): A => {
      steps.push(step)
      return call(...args)
    }
  const [transaction, fields] = [Context.get(ports, Transaction), Context.get(ports, CustomFieldStore)]
  const [contacts, lists] = [Context.get(ports, ContactStore), Context.get(ports, ContactListStore)]
  const stores = ports.pipe(
    Context.add(Transaction, {
      ...transaction,
      run: (effect) =>
        Effect.ensuring(
          Effect.suspend(() => noting("begin", transaction.run)(effect)),
          Effect.sync(() => steps.push("end"))
        )
    }),
    Context.add(CustomFieldStore, {
      ...fields,
      lockShared: noting("share definitions", fields.lockShared),
      lock: noting("lock definition", fields.lock),
      hasValues: noting("look for values", fields.hasValues),
      replace: noting("replace definition", fields.replace)
    }),
    Context.add(ContactStore, {
      ...contacts,
      lockIdentifiers: noting("lock identifiers", contacts.lockIdentifiers),
      lock: noting("lock contact", contacts.lock),
      save: noting("save contact", contacts.save)
    }),
    Context.add(ContactListStore, {
      ...lists,
      lock: noting("lock list", lists.lock),
      addMembers: noting("add members", lists.addMembers),
      removeMembers: noting("remove members", lists.removeMembers),
      replace: noting("replace list", lists.replace)
    })
  )
  const over = Layer.mergeAll(Contacts.layer, ContactLists.layer, ContactValues.layer, CustomFields.layer).pipe(
    Layer.provide(Layer.succeed(ContactSettings, { uniqueIdentifiers: true })),
    Layer.provide(Layer.succeedContext(stores))
  )
  const built = yield* Layer.build(Layer.fresh(over))
  const stepsOf = <A, E>(call: Effect.Effect<A, E>) => Effect.map(call, () => steps.splice(0))
  return {
    contacts: Context.get(built, Contacts),
    fields: Context.get(built, CustomFields),
    lists: Context.get(built, ContactLists),
    values: Context.get(built, ContactValues),
    stepsOf
  }
})

layer(services)("what is locked before a write, until the end of its transaction", (it) => {
  it.effect("F2-F4, F7, C2: definitions are locked first, then identifiers, then the contact", () =>
    Effect.gen(function* () {
      const { contacts, stepsOf, values } = yield* watched
      const caller = yield* newCaller
      const { uuid: size } = yield* define(caller.workspace, { fieldKey: "size" })
      const { uuid } = yield* contactWith(caller.workspace)
      const given = { phoneNumber: "+49 170 0001", customFields: { size: "9" } }
      const locks = ["begin", "share definitions", "lock identifiers"]
      assert.deepStrictEqual(yield* stepsOf(contacts.create(caller, given)), [...locks, "save contact", "end"])
      const change = { ...given, phoneNumber: "+49 171 0001" }
      const changed = yield* stepsOf(contacts.update(caller, uuid, change))
      assert.deepStrictEqual(changed, [...locks, "lock contact", "save contact", "end"])
      const set = yield* stepsOf(values.replace(caller, uuid, size, "10"))
      // This one is inside a transaction in which the definition is found.
      assert.deepStrictEqual(set, ["begin", "begin", "share definitions", "lock contact", "save contact", "end", "end"])
      const archived = yield* stepsOf(contacts.archive(caller, uuid))
      assert.deepStrictEqual(archived, ["begin", "lock contact", "save contact", "end"])
    })
  )

  it.effect("F4, F7: a definition is locked before its change reads values", () =>
    Effect.gen(function* () {
      const { fields, stepsOf } = yield* watched
      const caller = yield* newCaller
      const { uuid } = yield* define(caller.workspace, { fieldKey: "size" })
      const retype = fields.replace(caller, uuid, newDefinition({ fieldType: "number:integer" }))
      const locked = ["begin", "lock definition"]
      assert.deepStrictEqual(yield* stepsOf(retype), [...locked, "look for values", "replace definition", "end"])
      assert.deepStrictEqual(yield* stepsOf(fields.archive(caller, uuid)), [...locked, "replace definition", "end"])
    })
  )

  it.effect("L2, L3: a list is locked before its members change and before it is archived", () =>
    Effect.gen(function* () {
      const { lists, stepsOf } = yield* watched
      const caller = yield* newCaller
      const { uuid } = yield* lists.create(caller, { name: "Regulars" })
      const contact = yield* contactWith(caller.workspace)
      for (const [call, written] of [
        [lists.addMembers(caller, uuid, [contact.uuid]), "add members"],
        [lists.removeMembers(caller, uuid, [contact.uuid]), "remove members"],
        [lists.update(caller, uuid, { name: "Friends" }), "replace list"],
        [lists.archive(caller, uuid), "replace list"]
      ] as const) {
        const steps = yield* stepsOf<unknown, Effect.Error<typeof call>>(call)
        assert.deepStrictEqual(steps, ["begin", "lock list", written, "end"])
      }
    })
  )
})
