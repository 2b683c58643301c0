import { Effect, Option, Semaphore } from "effect"
import { type BroadcastRef, hasExpired } from "../../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import type { RetryStore } from "../../broadcasts/retry/RetryStore.ts"
import { SendError } from "../../channels/MessageChannel.ts"
import type { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { type ClaimedDelivery, DeliveryStore } from "../../delivery/DeliveryStore.ts"
import { optedOutAmong } from "../../../people/opt-outs/OptOutKeys.ts"
import type { OptOutStore } from "../../../people/opt-outs/OptOutStore.ts"
import type { RecipientUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import { steadyClock } from "../../../shared/Instant.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { type SendConditions, standingOf } from "./SendConditions.ts"

/**
 * How long a send may rely on the transaction that marked its group, in milliseconds. A channel that writes at once then
 * needs no further store query. A cancel waits for longer (`requestsAreWritten`).
 */
const reliesFor = 50

/** The result of a check: the reason why no send may begin, or the reasons why single recipients are not sent to. */
type Answer = string | ReadonlyMap<RecipientUuid, string>

/** Makes the error of a send that may not begin. No part of its request was written. */
export const stopped = (detail: string) => new SendError({ reason: "Stopped", detail })

const isOptedOut = "the recipient has opted out"
const noResponse = "the store does not respond"

/**
 * Makes the check that each send of a group runs before it begins. Soon after the group was marked, the check does nothing.
 * Later it reads from the store whether the broadcast is still sending and has not expired, whether the address is opted
 * out of the broadcast's category, and the `conditions` except the limits, which already count the marked group. The read
 * starts after the check, so it sees every cancel that has returned, in any process. Concurrent checks share one read. If
 * the store doesn't respond, no send may begin.
 */
export const makeSendGate = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  conditions: SendConditions | null,
  group: ReadonlyArray<Pick<ClaimedDelivery, "identifier" | "uuid">>
) {
  const broadcasts = yield* BroadcastStore
  const deliveries = yield* DeliveryStore
  const ports = yield* Effect.context<ContactStore | OptOutStore | RetryStore>()
  const now = yield* steadyClock
  const marked = now()
  const asking = Semaphore.makeUnsafe(1)
  let checks = 0
  let last: { readonly checks: number; readonly answer: Answer } = { checks: 0, answer: "" }

  /**
   * Returns the recipients that must not be sent to any more, with the reasons. A recipient with a new address is claimed
   * again for that address.
   */
  const changes = Effect.fnUntraced(function* (category: TemplateCategory) {
    const reasons = new Map<RecipientUuid, string>()
    const addresses = group.map(({ identifier }) => identifier)
    const optedOut = yield* optedOutAmong(ref.workspace, addresses, category)
    for (const { identifier, uuid } of group) if (optedOut.has(identifier)) reasons.set(uuid, isOptedOut)
    if (conditions === null) return reasons
    const addressees = yield* deliveries.addressees(
      ref.workspace,
      group.map(({ uuid }) => uuid)
    )
    const { moved, problems } = yield* standingOf(ref.workspace, conditions, addressees)
    for (const [uuid] of moved) reasons.set(uuid, "the contact has another address now")
    for (const [uuid, { error }] of problems) reasons.set(uuid, error)
    return reasons
  })

  const question = Effect.gen(function* () {
    const broadcast = Option.getOrUndefined(yield* broadcasts.find(ref.workspace, ref.broadcast))
    if (broadcast?.status !== "sending") return `the broadcast is ${broadcast?.status ?? "gone"}`
    const [now, reasons] = yield* Effect.all([broadcasts.now, changes(broadcast.category)], {
      concurrency: "unbounded"
    })
    if (hasExpired(broadcast, now)) return "the broadcast has expired"
    const answer: Answer = reasons
    return answer
  }).pipe(
    Effect.provideContext(ports),
    Effect.catch((): Effect.Effect<Answer> => Effect.succeed(noResponse))
  )

  /** Returns the result of a read that started after this check. */
  const answerTo = (check: number) =>
    Semaphore.withPermit(
      asking,
      Effect.suspend(() => {
        if (last.checks >= check) return Effect.succeed(last.answer)
        // Yields first. A store that answers synchronously would otherwise be read once for each send of the group.
        return Effect.flatMap(Effect.yieldNow, () => {
          const upTo = checks
          return Effect.tap(question, (answer) => Effect.sync(() => (last = { checks: upTo, answer })))
        })
      })
    )

  return ({ uuid }: Pick<ClaimedDelivery, "uuid">) =>
    Effect.suspend(() => {
      if (now() - marked <= reliesFor) return Effect.void
      return Effect.flatMap(answerTo(++checks), (answer) => {
        const reason = typeof answer === "string" ? answer : answer.get(uuid)
        return reason === undefined ? Effect.void : Effect.fail(stopped(reason))
      })
    })
})

/**
 * Makes the check for a message to an address that isn't a recipient, such as a test. Fails if the address is opted out.
 */
export const addressGate = (workspace: WorkspaceUuid, category: TemplateCategory, address: string) =>
  optedOutAmong(workspace, [address], category).pipe(
    Effect.catch(() => Effect.fail(stopped(noResponse))),
    Effect.flatMap((optedOut) => (optedOut.has(address) ? Effect.fail(stopped(isOptedOut)) : Effect.void))
  )
