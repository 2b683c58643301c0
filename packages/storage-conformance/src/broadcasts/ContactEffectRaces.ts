import {
  type AccessTokenStore,
  type BroadcastStore,
  type Contact,
  Contacts,
  ContactStore,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Option } from "effect"
import { current, storedContact } from "../contacts/Fixture.ts"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { at, handingOver, present } from "./AddressedBroadcast.ts"
import { accounts } from "./Fixture.ts"

type Needs = Contacts | ContactStore | BroadcastStore | AccessTokenStore

const together = { concurrency: "unbounded", discard: true } as const

/** Two contacts that have each other's number besides their own, and broadcasts that are being sent to both. */
const entangled = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid, broadcasts: number) {
  const contacts = [
    yield* storedContact({ workspaceUuid, phoneNumber: "49170111", chatappId: "49170222" }),
    yield* storedContact({ workspaceUuid, phoneNumber: "49170222", chatappId: "49170111" })
  ]
  const sent = yield* Effect.forEach(Array.from({ length: broadcasts }).keys(), (n) =>
    handingOver(
      workspaceUuid,
      ...(n % 2 === 0 ? ["49170111", "49170222"] : ["49170222", "49170111"]).map(
        (identifier) => [identifier, `broadcast ${n}`] as const
      )
    )
  )
  return { contacts, sent }
})

/** Whoever changes a contact while broadcasts do: nothing is lost, and nobody waits for ever. */
export const contactEffectRaces: ReadonlyArray<Check<Needs>> = [
  check(
    "C5, C6: outcomes and receipts of many broadcasts for the same contacts, all at once, lose none of them",
    Effect.gen(function* () {
      const { contacts, sent } = yield* entangled(yield* newWorkspace, 16)
      yield* Effect.all(
        sent.map(({ take }, n) => (n % 3 === 0 ? take(1, 0) : take())),
        together
      )
      for (const contact of contacts) {
        const { clientReference } = yield* present(contact)
        yield* holds("A reference of one of them", /^broadcast \d+$/.test(clientReference ?? ""), clientReference)
      }
      yield* Effect.all(
        sent.flatMap(({ receive }, n) => [
          receive([0, "read", at((n * 7) % 16)]),
          receive([0, "delivered", at(40)], [1, "read", at((n * 11) % 16)])
        ]),
        together
      )
      for (const contact of contacts) {
        yield* agree("The latest of all instants", (yield* present(contact)).lastEngagedAt, at(15))
      }
    })
  ),

  check(
    "C5, C6: changes of the contact at the same time are kept, and so is what they come between",
    Effect.gen(function* () {
      const service = yield* Contacts
      const workspaceUuid = yield* newWorkspace
      const { contacts, sent } = yield* entangled(workspaceUuid, 12)
      const change = (contact: Contact, firstName: string) =>
        service.update(workspaceUuid, contact.uuid, { firstName }, {})
      for (const [n, { receive, take }] of sent.entries()) {
        const steps = Effect.andThen(take(), receive([0, "read", at(n)], [1, "read", at(n)]))
        const changes = contacts.map((contact) => change(contact, `name ${n}`))
        yield* Effect.all(n % 2 === 0 ? [steps, ...changes] : [...changes.toReversed(), steps], together)
        for (const contact of contacts) {
          const { clientReference, firstName, lastEngagedAt } = yield* present(contact)
          yield* agree(
            "What is left of all",
            [clientReference, firstName, lastEngagedAt],
            [`broadcast ${n}`, `name ${n}`, at(n)]
          )
        }
      }
    })
  ),

  check(
    "C5, C6: a contact that is erased at the same time, and perhaps gets another number, is gone; accounts stay (C7)",
    Effect.gen(function* () {
      const service = yield* Contacts
      const store = yield* ContactStore
      for (let round = 0; round < 8; round++) {
        const workspaceUuid = yield* newWorkspace
        const { contacts, sent } = yield* entangled(workspaceUuid, 4)
        const steps = sent.map(({ receive, take }, n) =>
          Effect.andThen(take(), receive([n % 2, "read", at(n)], [1 - (n % 2), "read", at(n)]))
        )
        const erasures = contacts.map(({ uuid }) => store.erase(workspaceUuid, uuid))
        const moves = contacts.map(({ uuid }) =>
          Effect.catchTag(
            Effect.asVoid(service.update(workspaceUuid, uuid, { chatappId: "49170333" }, {})),
            "ContactNotFound",
            () => Effect.void
          )
        )
        const all = [...steps.slice(0, 2), ...erasures, ...moves, ...steps.slice(2)]
        yield* Effect.all(round % 2 === 0 ? all : all.toReversed(), together)
        for (const contact of contacts) yield* agree("The contact", yield* current(contact), Option.none())
        for (const { ref } of sent) {
          const statuses = (yield* accounts(ref)).map(({ status }) => status)
          yield* agree("The accounts", statuses, ["read", "read"])
        }
      }
    })
  )
]
