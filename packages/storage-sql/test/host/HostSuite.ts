import { assert, describe, it } from "@effect/vitest"
import { type Contact, ContactUuid, StorageError, WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { contactWrite, digitForms, makeContact } from "@rollcall/core/people"
import { AudienceStore, ContactStore, Transaction } from "@rollcall/core/storage"
import { type HostTransaction, HostTransactionError } from "@rollcall/storage-sql"
import { DateTime, Deferred, Effect, Fiber, Option, type Scope, Stream } from "effect"

/** A connection of a host, whose table `patients` is beside those of Rollcall. */
export interface Host {
  readonly begin: Effect.Effect<unknown>
  readonly commit: Effect.Effect<unknown>
  readonly rollback: Effect.Effect<unknown>
  readonly addPatient: (name: string) => Effect.Effect<unknown>
  /** The names of the patients, in order. */
  readonly patients: Effect.Effect<ReadonlyArray<string>>
  /** What runs a call of Rollcall in the transaction of the host, made anew each time. */
  readonly join: <A, E, R>(
    call: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | StorageError | HostTransactionError, R | HostTransaction>
}

type Ports = AudienceStore | ContactStore | Transaction | HostTransaction

const newContact = Effect.gen(function* () {
  const [uuid, workspace] = [ContactUuid.make(yield* nextId), WorkspaceUuid.make(yield* nextId)]
  return makeContact({ uuid, workspace, fields: { firstName: "Ada" }, customFields: {}, now: yield* DateTime.now })
})

const save = (contact: Contact) =>
  ContactStore.use((store) =>
    store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  )

const exists = (contact: Contact) =>
  Effect.map(
    ContactStore.use((store) => store.find(contact.workspaceUuid, contact.uuid)),
    Option.isSome
  )

/** How a call in a transaction of the host is refused. */
export const refusalOf = <A, R>(call: Effect.Effect<A, StorageError | HostTransactionError, R>) =>
  Effect.map(Effect.flip(call), (error) => (error instanceof HostTransactionError ? error.reason : error))

/** Registers what holds of the transactions of a host on every database. */
export const hostSuite = (
  withHost: <A>(test: (host: Host) => Effect.Effect<A, unknown, Ports>) => Effect.Effect<A, unknown, Scope.Scope>
): void => {
  const inHost = (
    title: string,
    test: (host: Host) => Generator<Effect.Effect<unknown, unknown, Ports>, void, never>
  ) => it.live(title, () => withHost((host) => Effect.gen(() => test(host))))

  describe("Rollcall's writes in a host's transaction", () => {
    inHost("is committed with it, and not visible to others before", function* ({ addPatient, begin, commit, join }) {
      const ada = yield* newContact
      yield* begin
      yield* addPatient("Ada")
      yield* join(save(ada))
      assert.deepStrictEqual([yield* join(exists(ada)), yield* exists(ada)], [true, false])
      yield* commit
      assert.isTrue(yield* exists(ada))
    })

    inHost("is rolled back with it", function* ({ addPatient, begin, join, patients, rollback }) {
      const ada = yield* newContact
      yield* begin
      yield* addPatient("Ada")
      yield* join(save(ada))
      yield* rollback
      assert.deepStrictEqual([yield* exists(ada), yield* patients], [false, []])
    })

    inHost("is undone alone if the call fails, and the host continues and commits", function* (host) {
      const [ada, grace] = [yield* newContact, yield* newContact]
      yield* host.begin
      yield* host.addPatient("Ada")
      yield* host.join(save(ada))
      const error = yield* Effect.flip(host.join(Effect.andThen(save(grace), save(ada))))
      assert.strictEqual(error instanceof StorageError && error.reason, "Conflict")
      assert.strictEqual(yield* Effect.flip(host.join(Effect.andThen(save(grace), Effect.fail("no")))), "no")
      yield* host.addPatient("Zoë")
      yield* host.commit
      assert.deepStrictEqual(yield* host.patients, ["Ada", "Zoë"])
      assert.deepStrictEqual(yield* Effect.forEach([ada, grace], exists), [true, false])
    })

    inHost("has savepoints of its own for transactions of Rollcall inside the call", function* (host) {
      const { run } = yield* Transaction
      const [ada, grace] = [yield* newContact, yield* newContact]
      yield* host.begin
      const undone = Effect.ignore(run(Effect.andThen(save(grace), Effect.fail("no"))))
      yield* host.join(Effect.andThen(save(ada), undone))
      yield* host.commit
      assert.deepStrictEqual(yield* Effect.forEach([ada, grace], exists), [true, false])
    })

    inHost("is what a walk sees in it, and another walk beside it does not", function* (host) {
      const store = yield* AudienceStore
      const { run } = yield* Transaction
      const ada = yield* newContact
      const others = yield* Effect.replicateEffect(newContact, 5)
      const inWorkspace = others.map((other) => ({ ...other, workspaceUuid: ada.workspaceUuid }))
      yield* Effect.forEach(inWorkspace.slice(0, 3), save)
      const condition = { _tag: "All", conditions: [] } as const
      const selection = { include: [{ _tag: "Satisfying", condition }], exclude: [] } as const
      const walk = store.walk(ada.workspaceUuid, selection, 2)
      const count = Effect.map(Stream.runCollect(walk), (parts) => parts.flat().length)
      yield* host.begin
      yield* host.join(save(ada))
      /** Each part is followed by a write in a transaction of its own, as when recipients are stored. */
      const left = inWorkspace.slice(3)
      const written = Stream.runForEach(walk, () => run(Effect.forEach(left.splice(0, 1), save)))
      assert.deepStrictEqual([yield* host.join(count), yield* count], [4, 3])
      yield* host.join(written)
      assert.strictEqual(yield* host.join(count), 6)
      yield* host.commit
      assert.strictEqual(yield* count, 6)
    })

    inHost("is undone if the call is interrupted, and the host continues", function* (host) {
      const ada = yield* newContact
      const written = yield* Deferred.make<void>()
      yield* host.begin
      yield* host.addPatient("Ada")
      const call = save(ada).pipe(Effect.andThen(Deferred.succeed(written, undefined)), Effect.andThen(Effect.never))
      const fiber = yield* Effect.forkChild(host.join(call))
      yield* Deferred.await(written)
      yield* Fiber.interrupt(fiber)
      yield* host.commit
      assert.deepStrictEqual([yield* host.patients, yield* exists(ada)], [["Ada"], false])
    })

    inHost(
      "runs call by call, whatever is made of one connection: one that fails undoes itself alone",
      function* (host) {
        const { run } = yield* Transaction
        const contacts = yield* Effect.replicateEffect(newContact, 20)
        yield* host.begin
        yield* Effect.forEach(
          contacts,
          (contact, at) => {
            const write = run(Effect.andThen(save(contact), Effect.yieldNow))
            return host.join(at % 2 === 0 ? write : Effect.ignore(run(Effect.andThen(write, Effect.fail("no")))))
          },
          { concurrency: "unbounded" }
        )
        yield* host.commit
        assert.deepStrictEqual(
          yield* Effect.forEach(contacts, exists),
          contacts.map((_, at) => at % 2 === 0)
        )
      }
    )

    inHost("is refused if there is none, also after one", function* ({ begin, join, rollback }) {
      const ada = yield* newContact
      assert.strictEqual(yield* refusalOf(join(save(ada))), "NoTransaction")
      yield* begin
      yield* join(save(ada))
      yield* rollback
      assert.strictEqual(yield* refusalOf(join(save(ada))), "NoTransaction")
      assert.isFalse(yield* exists(ada))
    })
  })
}
