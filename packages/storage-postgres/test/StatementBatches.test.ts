import { assert, describe } from "@effect/vitest"
import type { Contact, StorageError, WorkspaceUuid } from "@rollcall/core"
import { contactWrite, digitForms, newestFirst, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { database, layerWithClient, newContact, newWorkspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

/** One of these is not as the others. */
const unable = 7

const reasons = (exits: ReadonlyArray<Exit.Exit<unknown, StorageError>>) =>
  exits.map((exit) =>
    Exit.match(exit, {
      onSuccess: () => "done",
      onFailure: ({ reasons }) => reasons.map((each) => (each._tag === "Fail" ? each.error.reason : each._tag)).join()
    })
  )

const oneIs = (reason: string) => Array.from({ length: 32 }, (_, index) => (index === unable ? reason : "done"))

/** 32 contacts of one workspace, that of `unable` among them. */
const contactsOf = (workspace: WorkspaceUuid) =>
  Effect.forEach(Array.from({ length: 32 }), (_, index) =>
    newContact(workspace, { email: `person${index}@example.org`, firstName: "somebody" })
  )

const atOnce = <A>(contacts: ReadonlyArray<Contact>, ask: (contact: Contact) => Effect.Effect<A, StorageError>) =>
  Effect.map(
    Effect.forEach(contacts, (contact) => Effect.exit(ask(contact)), { concurrency: "unbounded" }),
    reasons
  )

const created = Effect.fnUntraced(function* (contacts: ReadonlyArray<Contact>) {
  const store = yield* ContactStore
  return yield* atOnce(contacts, (contact) =>
    store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  )
})

// Each has a database of its own; one waits for the end of its time.
describe.concurrent("32 calls that share a statement, one of which fails", () => {
  live("get their contacts, except the one that cannot be read", function* () {
    const program = Effect.gen(function* () {
      const store = yield* ContactStore
      const sql = yield* SqlClient.SqlClient
      const workspace = yield* newWorkspace
      const contacts = yield* contactsOf(workspace)
      yield* store.save({
        created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
        changed: []
      })
      yield* sql`UPDATE rollcall.contacts SET custom_fields = '{' WHERE uuid = ${contacts[unable]?.uuid ?? ""}`
      const found = atOnce(contacts, ({ uuid }) => store.find(workspace, uuid))
      assert.deepStrictEqual(yield* found, oneIs("Corrupt"))
      assert.deepStrictEqual(yield* found, oneIs("Corrupt"))
      const page = { limit: 10, offset: 0 }
      const searched = atOnce(contacts, ({ email }) => {
        const condition = { _tag: "TextContains", field: "email", text: email ?? "" } as const
        const quickOnly = { ...withoutLimits, slow: () => Effect.die("no quick answer") }
        return store.search(workspace, { condition, sort: newestFirst }, page, quickOnly)
      })
      assert.deepStrictEqual(yield* searched, oneIs("Corrupt"))
    })
    yield* Effect.provide(program, layerWithClient({ url: yield* database }))
  })

  live("create their contacts, except the one with an existing uuid", function* () {
    const program = Effect.gen(function* () {
      const contacts = yield* contactsOf(yield* newWorkspace)
      const [taken] = contacts.slice(unable)
      assert.deepStrictEqual(yield* created(taken === undefined ? [] : [taken]), ["done"])
      assert.deepStrictEqual(yield* created(contacts), oneIs("Conflict"))
    })
    yield* Effect.provide(program, layerWithClient({ url: yield* database }))
  })

  live("create their contacts, except the one that waits for another transaction until its deadline", function* () {
    const program = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* contactsOf(yield* newWorkspace)
      const isWritten = yield* Deferred.make<void>()
      // A statement that writes the same uuid waits for this one.
      const blocking = sql.withTransaction(
        Effect.gen(function* () {
          const store = yield* ContactStore
          yield* store.save({
            created: contacts
              .slice(unable, unable + 1)
              .map((contact) => contactWrite(digitForms, "contact.created", contact)),
            changed: []
          })
          yield* Deferred.succeed(isWritten, undefined)
          return yield* Effect.never
        })
      )
      const fiber = yield* Effect.forkChild(blocking)
      yield* Deferred.await(isWritten)
      assert.deepStrictEqual(yield* created(contacts), oneIs("Unavailable"))
      yield* Fiber.interrupt(fiber)
    })
    yield* Effect.provide(program, layerWithClient({ url: yield* database, statementTimeout: "2 seconds" }))
  })
})
