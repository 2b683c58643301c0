import { type BroadcastPage, BroadcastsErrors, type BroadcastResource } from "@rollcall/api"
import type { BroadcastUuid, Page, PageRequest } from "@rollcall/core"
import type { BroadcastStatus } from "@rollcall/core/sending"
import { Context, Effect, Layer, type Option } from "effect"
import { NotDone } from "../CommandRefused.ts"
import type { ApiError, Refused } from "../targets/ApiError.ts"
import { given } from "../targets/Given.ts"
import { call, read, Target } from "../targets/Target.ts"

/** A broadcast as the API returns it. */
export type BroadcastView = typeof BroadcastResource.Type

/** Whether held opt-outs are applied or dismissed. */
type HeldOptOuts = NonNullable<BroadcastView["held_opt_outs"]>

/** The operations that change the status of a broadcast. */
export type BroadcastChange = "cancel" | "pause" | "resume"

/** The operations on held opt-outs, by command name. */
const optOutDecisions = { "apply-opt-outs": "applyOptOuts", "dismiss-opt-outs": "dismissOptOuts" } as const
export type OptOutDecision = keyof typeof optOutDecisions

/** A broadcast in a listing. */
export type BroadcastSummary = (typeof BroadcastPage.Type)["broadcasts"][number]

/**
 * The broadcasts of a workspace. Operations fail with `NotDone` if the broadcast doesn't exist or its state forbids the
 * operation.
 */
export class BroadcastClient extends Context.Service<
  BroadcastClient,
  {
    /** Lists the broadcasts with a status, or all, newest first. */
    readonly list: (
      status: Option.Option<BroadcastStatus>,
      page: PageRequest
    ) => Effect.Effect<Page<BroadcastSummary>, ApiError>
    readonly details: (uuid: BroadcastUuid) => Effect.Effect<BroadcastView, ApiError | NotDone>
    /** Cancels, pauses or resumes a broadcast, and returns its status. Idempotent. */
    readonly change: (
      uuid: BroadcastUuid,
      operation: BroadcastChange
    ) => Effect.Effect<BroadcastStatus, ApiError | NotDone>
    /** Applies or dismisses the held opt-outs, and returns which was done. Idempotent. */
    readonly decide: (uuid: BroadcastUuid, decision: OptOutDecision) => Effect.Effect<HeldOptOuts, ApiError | NotDone>
  }
>()("@rollcall/cli/broadcasts/BroadcastClient") {
  static readonly layer = Layer.effect(
    BroadcastClient,
    Effect.gen(function* () {
      const target = yield* Target
      const inTarget = <A>(uuid: BroadcastUuid, effect: Effect.Effect<A, ApiError, Target>) =>
        effect.pipe(
          Effect.provideService(Target, target),
          Effect.catchTag("Refused", (refused) => notDone(uuid, refused))
        )
      return BroadcastClient.of({
        list: (status, page) => Effect.provideService(list(status, page), Target, target),
        details: (uuid) => inTarget(uuid, details(uuid)),
        change: (uuid, operation) => inTarget(uuid, change(uuid, operation)),
        decide: (uuid, decision) => inTarget(uuid, decide(uuid, decision))
      })
    })
  )
}

const list = Effect.fn("BroadcastClient.list")(function* (status: Option.Option<BroadcastStatus>, page: PageRequest) {
  const query = { ...page, ...given({ status }) }
  const { broadcasts, pagination } = yield* read((client) => client.broadcasts.list({ query }))
  return { items: broadcasts, total: pagination.total }
})

const details = (uuid: BroadcastUuid) => call(({ broadcasts }) => broadcasts.details({ params: { uuid } }))

const change = Effect.fn("BroadcastClient.change")(function* (uuid: BroadcastUuid, operation: BroadcastChange) {
  const { status } = yield* call<{ readonly status: BroadcastStatus }, unknown>(({ broadcasts }) =>
    broadcasts[operation]({ params: { uuid } })
  )
  return status
})

const decide = Effect.fn("BroadcastClient.decide")(function* (uuid: BroadcastUuid, decision: OptOutDecision) {
  const { held_opt_outs } = yield* call<{ readonly held_opt_outs: HeldOptOuts }, unknown>(({ broadcasts }) =>
    broadcasts[optOutDecisions[decision]]({ params: { uuid } })
  )
  return held_opt_outs
})

/** The message for a broadcast that doesn't exist in the workspace. */
const noBroadcast = (uuid: BroadcastUuid) => `this workspace has no broadcast ${uuid}`

const notDone = (uuid: BroadcastUuid, refused: Refused): Effect.Effect<never, Refused | NotDone> => {
  const { message, title } = refused
  if (title === null) return Effect.fail(refused)
  const isMissing = title === BroadcastsErrors.messages.notFound
  return Effect.fail(new NotDone({ message: isMissing ? noBroadcast(uuid) : message }))
}
