import {
  AccessTokenStore,
  BroadcastStore,
  type ContactStore,
  type Storage,
  Transaction,
  type TransactionOptions,
  WorkspaceUuid
} from "@rollcall/core"
import { Context, Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import { newBroadcast, newRecipients } from "../broadcasts/Fixture.ts"
import { current, insertContact, lockContact, newContact, replaceContact, storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check, holds } from "./Check.ts"
import { register } from "./Register.ts"

type Needs = Transaction | ContactStore | BroadcastStore | AccessTokenStore

const record = { fingerprint: "print", response: "{}" }

/** What the transactions of a check are begun with. */
const CurrentOptions = Context.Reference<TransactionOptions>("@rollcall/storage-conformance/kernel/CurrentOptions", {
  defaultValue: () => ({})
})

const run = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect, yield* CurrentOptions)
})

/** Lets other fibers go on as far as they can without the one that waits. */
const letOthersRun = Effect.replicateEffect(Effect.yieldNow, 50, { discard: true })

/** Writes to every store, and afterwards tells which of the writes are there. */
const everyStore = Effect.gen(function* () {
  const broadcasts = yield* BroadcastStore
  const tokens = yield* AccessTokenStore
  const existing = yield* storedContact({ firstName: "before" })
  const workspace = existing.workspaceUuid
  const contact = yield* newContact({ workspaceUuid: workspace })
  const broadcast = yield* newBroadcast({ workspaceUuid: workspace })
  const recipients = yield* newRecipients(2)
  const name = `name of ${contact.uuid}`
  const candidate = WorkspaceUuid.make(contact.uuid)
  const write = Effect.gen(function* () {
    yield* insertContact(contact)
    yield* replaceContact({ ...existing, firstName: "after" })
    yield* broadcasts.insert(broadcast, recipients)
    yield* broadcasts.claimIdempotencyKey(workspace, "key", record)
    yield* tokens.ensureWorkspace(name, candidate)
  })
  const written = Effect.gen(function* () {
    const accounts = yield* broadcasts.recipients(workspace, broadcast.uuid, null, { limit: 10, offset: 0 })
    return {
      inserted: Option.isSome(yield* current(contact)),
      replaced: Option.exists(yield* current(existing), ({ firstName }) => firstName === "after"),
      broadcast: Option.isSome(yield* broadcasts.find(workspace, broadcast.uuid)),
      recipients: accounts.total > 0,
      key: Option.isSome(yield* broadcasts.findIdempotencyKey(workspace, "key"))
    }
  })
  /** Whether the name is still free; asking takes it. */
  const other = WorkspaceUuid.make(broadcast.uuid)
  const nameIsTaken = Effect.map(tokens.ensureWorkspace(name, other), ({ uuid }) => uuid === candidate)
  return { write, written, nameIsTaken }
})

const all = { inserted: true, replaced: true, broadcast: true, recipients: true, key: true }
const none = { inserted: false, replaced: false, broadcast: false, recipients: false, key: false }

/** What `Transaction` promises, over every store of an adapter. */
export const transactionChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "keeps what was written to every store when the effect succeeds, and gives its value",
    Effect.gen(function* () {
      const { nameIsTaken, write, written } = yield* everyStore
      yield* agree("The value", yield* run(Effect.as(write, "value")), "value")
      yield* agree("What is there", yield* written, all)
      yield* agree("The workspace", yield* nameIsTaken, true)
    })
  ),

  check(
    "keeps nothing when the effect fails, and fails as it did",
    Effect.gen(function* () {
      const { nameIsTaken, write, written } = yield* everyStore
      const failure = { _tag: "Refused", because: ["a", "b"] }
      yield* agree("The failure", yield* Effect.flip(run(Effect.andThen(write, Effect.fail(failure)))), failure)
      yield* agree("What is there", yield* written, none)
      yield* agree("The workspace", yield* nameIsTaken, false)
    })
  ),

  check(
    "keeps nothing when the effect dies",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      const exit = yield* Effect.exit(run(Effect.andThen(write, Effect.die("a bug"))))
      yield* holds("It dies", Exit.hasDies(exit), exit)
      yield* agree("What is there", yield* written, none)
    })
  ),

  check(
    "keeps nothing when it is interrupted",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      const wrote = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        run(Effect.andThen(write, Effect.andThen(Deferred.succeed(wrote, undefined), Effect.never)))
      )
      yield* Deferred.await(wrote)
      yield* Fiber.interrupt(fiber)
      yield* agree("What is there", yield* written, none)
      yield* run(write)
      yield* agree("What the next one writes is there", yield* written, all)
    })
  ),

  check(
    "sees its own writes",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      yield* agree("Inside", yield* run(Effect.andThen(write, written)), all)
    })
  ),

  check(
    "shows others nothing before the commit",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      const wrote = yield* Deferred.make<void>()
      const reader = yield* Effect.forkChild(Effect.andThen(Deferred.await(wrote), written))
      const refused = Effect.gen(function* () {
        yield* write
        yield* Deferred.succeed(wrote, undefined)
        // The reader answers now, or waits until this is over; it must not see what is not to stay.
        yield* letOthersRun
        return yield* Effect.fail("refused")
      })
      yield* Effect.flip(run(refused))
      yield* agree("What the reader saw", yield* Fiber.join(reader), none)
    })
  ),

  check(
    "takes no part of what others write meanwhile",
    Effect.gen(function* () {
      const workspaceUuid = (yield* storedContact()).workspaceUuid
      const mine = yield* newContact({ workspaceUuid })
      const others = yield* Effect.replicateEffect(newContact({ workspaceUuid }), 5)
      const wrote = yield* Deferred.make<void>()
      const writers = yield* Effect.forEach(others, (contact, index) =>
        Effect.forkChild(
          Effect.andThen(Deferred.await(wrote), index % 2 === 0 ? insertContact(contact) : run(insertContact(contact)))
        )
      )
      const refused = Effect.gen(function* () {
        yield* insertContact(mine)
        yield* Deferred.succeed(wrote, undefined)
        yield* letOthersRun
        return yield* Effect.fail("refused")
      })
      yield* Effect.flip(run(refused))
      yield* Effect.forEach(writers, Fiber.join)
      yield* agree("What was refused", yield* current(mine), Option.none())
      yield* agree("What others wrote", yield* Effect.forEach(others, current), others.map(Option.some))
    })
  ),

  check(
    "joins the transaction that it is run in: what is inside goes when the outer one fails",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      const outer = Effect.gen(function* () {
        yield* run(run(write))
        yield* agree("What the outer one sees", yield* written, all)
        return yield* Effect.fail("refused")
      })
      yield* agree("The failure", yield* Effect.flip(run(outer)), "refused")
      yield* agree("What is there", yield* written, none)
    })
  ),

  check(
    "keeps nothing of an inner run that failed, and the rest when the outer one goes on",
    Effect.gen(function* () {
      const { write, written } = yield* everyStore
      const contact = yield* newContact()
      yield* run(
        Effect.gen(function* () {
          yield* insertContact(contact)
          yield* Effect.flip(run(Effect.andThen(write, Effect.fail("refused"))))
        })
      )
      yield* agree("What the outer one wrote", yield* current(contact), Option.some(contact))
      yield* agree("What the inner one wrote", yield* written, none)
    })
  ),

  check(
    "a conflict inside does not spoil the rest when it is run on its own",
    Effect.gen(function* () {
      const taken = yield* storedContact()
      const contact = yield* newContact({ workspaceUuid: taken.workspaceUuid })
      yield* run(
        Effect.gen(function* () {
          yield* Effect.flip(run(insertContact(taken)))
          yield* insertContact(contact)
        })
      )
      yield* agree("What came after", yield* current(contact), Option.some(contact))
    })
  ),

  check(
    "lock keeps other writers away until the end, so that no change is lost",
    Effect.gen(function* () {
      const contact = yield* storedContact({ firstName: "0" })
      const { uuid, workspaceUuid } = contact
      const increment = Effect.gen(function* () {
        const found = yield* lockContact(workspaceUuid, uuid)
        yield* letOthersRun
        if (Option.isSome(found)) {
          yield* replaceContact({ ...found.value, firstName: `${Number(found.value.firstName) + 1}` })
        }
      })
      yield* Effect.all(
        Array.from({ length: 20 }, () => run(increment)),
        { concurrency: "unbounded", discard: true }
      )
      yield* agree("The contact", yield* current(contact), Option.some({ ...contact, firstName: "20" }))
    })
  )
]

/** A long transaction may run elsewhere, but promises the same. */
const longTransactionChecks = transactionChecks.map(({ run, title }) =>
  check(title, Effect.provideService(run, CurrentOptions, { isLong: true }))
)

export const transactionSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void => {
  register(`${name}: transactions`, layer, transactionChecks)
  register(`${name}: long transactions`, layer, longTransactionChecks)
}
