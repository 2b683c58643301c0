import type { Recipient } from "@rollcall/core"
import { compareCodePoints, Delivery, DeliveryStore, RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { plannedRecipients } from "../fixtures/BroadcastArbitrary.ts"
import { newBroadcast, noGood, publish, refOf, stage } from "../fixtures/BroadcastFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { alikeReferences, populate, populationArbitrary } from "../fixtures/Population.ts"

const listings = fc.array(
  fc.record({
    /** The index of the broadcast to filter by; null for all broadcasts. */
    broadcast: fc.option(fc.nat({ max: 2 })),
    workspace: fc.constantFrom(0, 0, 0, 2),
    references: fc.option(fc.subarray(["b", "", ...alikeReferences])),
    /** The index of a delivery, and the milliseconds to add to its update time. */
    updatedAfter: fc.option(fc.record({ delivery: fc.nat({ max: 11 }), later: fc.constantFrom(-1, 0, 1) })),
    statuses: fc.option(fc.subarray([...RecipientStatus.literals]), { nil: undefined }),
    /** The index of a delivery; its reason is the filter. */
    likeReason: fc.option(fc.nat({ max: 11 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.constantFrom(0, 0, 1, 3, 1_000_000)
  }),
  { minLength: 1, maxLength: 6 }
)

const everything = { limit: 1_000, offset: 0 }

export const listingChecks: ReadonlyArray<Check> = [
  check("A1, B14: pages of recipients satisfy all filter conditions, in the order of acceptance", function* () {
    const store = yield* DeliveryStore
    const plan = fc.record({ deliveries: populationArbitrary, listings })
    yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), function* ({ deliveries, listings }) {
      const { before, ref, refs } = yield* populate(deliveries)
      for (const { likeReason, statuses, ...listing } of listings) {
        const { broadcast: index, limit, offset, references, updatedAfter, workspace: whose } = listing
        const workspace = refs[whose]?.workspace ?? ref.workspace
        const broadcast = index === null ? null : refs[index]?.broadcast
        const instant = before[(updatedAfter?.delivery ?? 0) % before.length]?.updatedAt
        const filter = {
          broadcast: broadcast ?? null,
          clientReferences: references,
          updatedAfter:
            updatedAfter === null || instant === undefined
              ? null
              : DateTime.add(instant, { milliseconds: updatedAfter.later }),
          statuses,
          reason: likeReason === undefined ? undefined : (before[likeReason % before.length]?.reason ?? undefined)
        }
        const { reason, updatedAfter: after } = filter
        const expected = before
          .filter((row) => row.workspaceUuid === workspace)
          .filter((row) => filter.broadcast === null || row.broadcastUuid === filter.broadcast)
          .filter((row) => references === null || references.includes(row.clientReference ?? "none"))
          .filter((row) => after === null || DateTime.isGreaterThan(row.updatedAt, after))
          .filter((row) => statuses === undefined || statuses.includes(row.status))
          .filter((row) => reason === undefined || row.reason === reason)
          .toSorted((a, b) => (filter.broadcast === null ? compareCodePoints(a.uuid, b.uuid) : a.position - b.position))
          .map(Delivery.recipientOf)
        const total = expected.length
        const placeOf = ({ position, uuid }: Recipient) => ({ key: filter.broadcast === null ? uuid : position, uuid })
        const pageFrom = (begin: number) => {
          const items = expected.slice(begin, begin + limit)
          const last = items[items.length - 1]
          return { items, total, next: last && begin + limit < total ? placeOf(last) : null }
        }
        yield* agree("The page", yield* store.recipients(workspace, filter, { limit, offset }), pageFrom(offset))
        const passed = expected[offset]
        if (passed === undefined) continue
        const rest = yield* store.recipients(workspace, filter, { limit, offset: 0, after: placeOf(passed) })
        yield* agree("The page after a place", rest, pageFrom(offset + 1))
      }
    })
  }),

  check("B14: a client reference matches only itself, and one filter takes a thousand references", function* () {
    const store = yield* DeliveryStore
    const broadcast = yield* newBroadcast()
    const { workspaceUuid } = broadcast
    const references = Array.from(new Set(hostileTexts.map((text) => text.slice(0, 255).toWellFormed())))
    const recipients = yield* plannedRecipients(
      references.map((clientReference, n) => {
        return { identifier: `${n}`, clientReference, outcome: { _tag: "Rejected", problems: [noGood] } }
      })
    )
    yield* stage(broadcast, recipients)
    yield* publish(refOf(broadcast))
    const find = Effect.fnUntraced(function* (clientReferences: ReadonlyArray<string>) {
      const filter = { broadcast: null, clientReferences, updatedAfter: null }
      const page = yield* store.recipients(workspaceUuid, filter, everything)
      return page.items.map(({ clientReference }) => clientReference ?? "")
    })
    for (const reference of references) yield* agree("By one", yield* find([reference]), [reference])
    const many = Array.from({ length: 1_000 }, (_, n) => references[n * 2] ?? `none ${n}`)
    const expected = references.filter((_, n) => n % 2 === 0)
    yield* agree("By a thousand", (yield* find(many)).toSorted(), expected.toSorted())
  })
]
