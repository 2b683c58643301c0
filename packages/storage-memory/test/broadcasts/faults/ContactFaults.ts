import { type Contact, newestFirst, type Receipt, type WorkspaceUuid } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { all, type Fault, type Faults } from "./Fault.ts"

/** What a step did to a contact, and by which receipts. */
interface Change {
  readonly before: Contact
  readonly after: Contact
  /** Which of the contacts that the step changed it is, from 0. */
  readonly index: number
  readonly receipts: ReadonlyArray<Receipt>
}

/** A store that makes something else of contacts than it should wherever it makes something of them. */
const doing =
  (change: (change: Change) => Partial<Contact>): Fault =>
  (store, contacts) => {
    const workspaces = new Set<WorkspaceUuid>()
    const everyone = Effect.suspend(() =>
      Effect.forEach(workspaces, (workspace) =>
        contacts.search(
          workspace,
          { condition: { _tag: "All", conditions: [] }, sort: newestFirst },
          { limit: all, offset: 0 }
        )
      )
    ).pipe(Effect.map((pages) => new Map(pages.flatMap(({ items }) => items).map((one) => [one.uuid, one]))))
    const watched = <E>(step: Effect.Effect<void, E>, receipts: ReadonlyArray<Receipt> = []) =>
      Effect.gen(function* () {
        const known = yield* everyone
        yield* step
        const changed = Array.from((yield* everyone).values()).flatMap((after) => {
          const before = known.get(after.uuid)
          return before === undefined || before === after ? [] : [{ before, after }]
        })
        for (const [index, { after, before }] of changed.entries()) {
          yield* contacts.save({
            created: [],
            changed: [{ contact: { ...after, ...change({ before, after, index, receipts }) }, changes: [] }]
          })
        }
      })
    return {
      insert: (broadcast, recipients) => {
        workspaces.add(broadcast.workspaceUuid)
        return store.insert(broadcast, recipients)
      },
      recordOutcomes: (...args) => watched(store.recordOutcomes(...args)),
      settle: (...args) => watched(store.settle(...args)),
      applyReceipts: (receipts) => watched(store.applyReceipts(receipts), receipts)
    }
  }

/** Faults in what becomes of contacts that broadcasts address. */
export const contactFaults: Faults = {
  "a contact that gets no reference": doing(({ before }) => ({ clientReference: before.clientReference })),
  "a contact that keeps its first reference": doing(({ after, before }) => ({
    clientReference: before.clientReference ?? after.clientReference
  })),
  "a contact that is updated by a broadcast": doing(({ after }) => ({
    updatedAt: DateTime.add(after.updatedAt, { seconds: 1 })
  })),
  "a contact that is never engaged": doing(({ before }) => ({ lastEngagedAt: before.lastEngagedAt })),
  "an engagement that goes back in time": doing(({ after, receipts }) => ({
    lastEngagedAt: receipts.findLast(({ status }) => status === "read")?.at ?? after.lastEngagedAt
  })),
  "an archived contact that is passed over": doing(({ before }) => (before.archived ? before : {})),
  "one contact alone that is addressed in a step": doing(({ before, index }) => (index === 0 ? {} : before))
}
