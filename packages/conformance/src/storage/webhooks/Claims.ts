import type { StorageError } from "@rollcall/core"
import { WebhookStore } from "@rollcall/core/storage"
import type { ClaimedWebhook, Webhook, WebhookTurns } from "@rollcall/core/events"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { holds } from "../shared/Check.ts"
import { inTransaction } from "../shared/Fixture.ts"
import { refOf, secretsOf } from "./Fixture.ts"

export const many = 100_000

type Claims = Effect.Effect<ReadonlyArray<ClaimedWebhook>, StorageError, WebhookStore>

export const claimDue = (limit: number = many, lease: Duration.Input = "1 minute"): Claims =>
  claimInTurn({ limit }, lease)

export const claimInTurn = (turns: Partial<WebhookTurns>, lease: Duration.Input = "1 minute"): Claims =>
  WebhookStore.use((store) =>
    store.claimDue({
      ...{ limit: many, failing: false, share: many, underWay: new Map(), ...turns },
      lease: Duration.fromInputUnsafe(lease)
    })
  )

/**
 * Claims the webhooks of earlier checks until after the end of this suite. The test clock restarts with each check, so each
 * check starts two hours after the previous one.
 */
export const onlyOurs = (check: number): Claims =>
  Effect.andThen(TestClock.adjust(Duration.hours(2 * check)), claimDue(many, Duration.days(1_000)))

/** Returns the claims of some webhooks, by uuid. */
export const claimsOf = (webhooks: ReadonlyArray<Webhook>, limit?: number, lease?: Duration.Input): Claims =>
  Effect.map(claimDue(limit, lease), (claimed) =>
    claimed.filter(({ webhook }) => webhooks.some(({ uuid }) => uuid === webhook.uuid))
  )

/** Claims webhooks one at a time, in this order, and makes each webhook due at once. */
export const reclaimInOrder = Effect.fnUntraced(function* (webhooks: ReadonlyArray<Webhook>) {
  const store = yield* WebhookStore
  yield* TestClock.adjust("1 hour")
  const claimed = [...(yield* claimInTurn({})), ...(yield* claimInTurn({ failing: true }))]
  for (const one of claimed) yield* store.record(one, { at: null, onEvents: false })
  for (const { uuid } of webhooks) {
    const one = claimed.find(({ webhook }) => webhook.uuid === uuid)
    if (one === undefined) return yield* holds("Each is claimed", false)
    yield* store.record(one, { at: DateTime.makeUnsafe(0), onEvents: false })
    const [again] = yield* claimInTurn({ failing: one.webhook.failure !== null })
    if (again !== undefined) yield* store.record(again, { at: null, onEvents: false })
    if (again !== undefined) claimed.splice(claimed.indexOf(one), 1, again)
    yield* TestClock.adjust("1 second")
  }
  for (const one of claimed) yield* store.record(one, { at: DateTime.makeUnsafe(0), onEvents: false })
})

export const onEvents = { at: null, onEvents: true }

/** Makes a webhook due after a duration, or on events, whatever its state. */
export const put = Effect.fnUntraced(function* (
  webhook: Webhook,
  due: { readonly in: Duration.Input | null; readonly onEvents: boolean }
) {
  const store = yield* WebhookStore
  yield* dueNow(webhook)
  const all = yield* claimInTurn({ failing: webhook.failure !== null })
  const claimed = all.find((one) => one.webhook.uuid === webhook.uuid)
  if (claimed === undefined) return
  const at = due.in === null ? null : DateTime.addDuration(claimed.at, Duration.fromInputUnsafe(due.in))
  yield* store.record(claimed, { at, onEvents: due.onEvents })
})

export const dueNow = Effect.fnUntraced(function* (webhook: Webhook) {
  const store = yield* WebhookStore
  yield* inTransaction(
    Effect.andThen(
      store.lock(refOf(webhook)),
      store.save({ webhook, secrets: secretsOf(1) }, { at: DateTime.makeUnsafe(0), onEvents: false })
    )
  )
  return webhook
})
