import { Contacts, systemCaller, type WorkspaceUuid } from "@rollcall/core"
import { ContactErasure } from "@rollcall/core/people"
import { DeliveryStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { instantAt, statusesOf } from "../fixtures/BroadcastFixture.ts"
import { current, storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { newWorkspace, concurrently } from "../shared/Fixture.ts"
import { claimedBroadcast, present } from "../fixtures/AddressedBroadcast.ts"
import { messageIdOf } from "../fixtures/DeliveryArbitrary.ts"

/** Two contacts that have each other's number as second address, and claimed broadcasts to both. */
const entangled = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid, broadcasts: number) {
  const contacts = [
    yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" }),
    yield* storedContact({ workspaceUuid, phoneNumber: "49170222", chatappId: "49170111" })
  ]
  const sent = yield* Effect.forEach(Array.from({ length: broadcasts }).keys(), (n) =>
    claimedBroadcast(
      workspaceUuid,
      ...(n % 2 === 0 ? ["49170111", "49170222"] : ["49170222", "49170111"]).map(
        (identifier) => [identifier, `broadcast ${n}`] as const
      )
    )
  )
  return { contacts, sent }
})

/** Checks that concurrent outcomes, receipts and contact changes lose no update and never deadlock. */
export const engagementRaces: ReadonlyArray<Check> = [
  check("B11: a receipt finds its message, before or after the outcome with the message id", function* () {
    const store = yield* DeliveryStore
    const addresses = Array.from({ length: 60 }, (_, n) => [`4917${1_000 + n}`, null] as const)
    const { accept, receive, ref, uuids } = yield* claimedBroadcast(yield* newWorkspace, ...addresses)
    yield* Effect.forEach(
      uuids.keys(),
      (n) => {
        const report = receive([n, "delivered", instantAt(n)])
        const steps = [report, accept(n), report]
        return Effect.all(steps.slice(n % 2), concurrently)
      },
      { concurrency: 8, discard: true }
    )
    const statuses = yield* statusesOf(ref)
    for (const status of statuses) yield* agree("The status", status, "delivered")
    const messageIds = uuids.map((uuid) => messageIdOf(uuid))
    const digest = yield* store.messageDigest
    yield* agree("What is still unmatched", yield* store.unmatched(messageIds.map(digest)), [])
  }),

  check("C5, C6: concurrent outcomes and receipts of many broadcasts to the same contacts are all kept", function* () {
    const { contacts, sent } = yield* entangled(yield* newWorkspace, 16)
    yield* Effect.all(
      sent.map(({ accept }, n) => (n % 3 === 0 ? accept(1, 0) : accept())),
      concurrently
    )
    for (const contact of contacts) {
      const { clientReference } = yield* present(contact)
      yield* holds("A reference of one of them", /^broadcast \d+$/.test(clientReference ?? ""), clientReference)
    }
    yield* Effect.all(
      sent.flatMap(({ receive }, n) => [
        receive([0, "read", instantAt((n * 7) % 16)]),
        receive([0, "delivered", instantAt(40)], [1, "read", instantAt((n * 11) % 16)])
      ]),
      concurrently
    )
    for (const contact of contacts) {
      yield* agree("The latest of all instants", (yield* present(contact)).lastEngagedAt, instantAt(15))
    }
  }),

  check("C5-C7: a contact erased or renumbered concurrently is gone, and its deliveries are kept", function* () {
    const service = yield* Contacts
    const erasure = yield* ContactErasure
    for (let round = 0; round < 8; round++) {
      const workspaceUuid = yield* newWorkspace
      const { contacts, sent } = yield* entangled(workspaceUuid, 4)
      const steps = sent.map(({ accept, receive }, n) =>
        Effect.andThen(accept(), receive([n % 2, "read", instantAt(n)], [1 - (n % 2), "read", instantAt(n)]))
      )
      const erasures = contacts.map(({ uuid }) => erasure.erase(systemCaller(workspaceUuid), uuid))
      const moves = contacts.map(({ uuid }) =>
        Effect.catchTag(
          Effect.asVoid(service.update(systemCaller(workspaceUuid), uuid, { chatappId: "49170333" })),
          "ContactNotFound",
          () => Effect.void
        )
      )
      const all = [...steps.slice(0, 2), ...erasures, ...moves, ...steps.slice(2)]
      yield* Effect.all(round % 2 === 0 ? all : all.toReversed(), concurrently)
      for (const contact of contacts) yield* agree("The contact", yield* current(contact), Option.none())
      for (const { ref } of sent) yield* agree("The deliveries", yield* statusesOf(ref), ["read", "read"])
    }
  })
]
