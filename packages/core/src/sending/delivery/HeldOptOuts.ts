import { Context, Effect, Layer, Option } from "effect"
import {
  type Broadcast,
  type BroadcastNotFound,
  type BroadcastRef,
  type HeldOptOutsState,
  noBroadcast,
  recipientsRemoved,
  refKey
} from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import { OptOuts } from "../../people/opt-outs/OptOuts.ts"
import type { Caller, BroadcastUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { Place } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { withSpans } from "../../shared/Spans.ts"
import type { ChannelReport, OptedOutAddress } from "./DeliverySession.ts"
import { DeliveryStore, type RecipientFilter } from "./DeliveryStore.ts"
import { makeOptOutBursts } from "./OptOutBursts.ts"

/** Channel reports about messages, and the addresses that get opt-outs of other addresses. */
export interface Reported {
  /** The reports, in the channel's order. */
  readonly reports: ReadonlyArray<ChannelReport>
  /** Addresses that get the opt-outs of the same person's other addresses. */
  readonly carried: ReadonlyArray<OptedOutAddress>
}

export const nothingReported: Reported = { reports: [], carried: [] }

/** Returns whether the reports contain an opt-out. */
export const hasOptOuts = ({ carried, reports }: Reported): boolean =>
  carried.length > 0 || reports.some(({ address }) => address !== null)

/** The number of recipients opted out per step. */
const atOnce = 1_000

type Decided = Effect.Effect<Broadcast, BroadcastNotFound | InvalidInput | StorageError>

/**
 * Opts out recipients that a channel reports as opted out. A burst of such reports in a broadcast is probably a fault of
 * the provider, so the opt-outs are held with a warning until a user of the workspace applies or dismisses them. The
 * recipients are undeliverable in either case.
 *
 * @example
 * const held = yield* HeldOptOuts
 * const { heldOptOuts } = yield* held.dismissOptOuts(caller, broadcast)
 * return heldOptOuts
 */
export class HeldOptOuts extends Context.Service<
  HeldOptOuts,
  {
    /**
     * Opts out every recipient that the channel reported as opted out, in a broadcast with held or dismissed opt-outs.
     * Later reports of the broadcast opt out at once. The call can be repeated.
     *
     * @param uuid The uuid of a broadcast with held opt-outs.
     * @example
     * const held = yield* HeldOptOuts
     * const { heldOptOuts } = yield* held.applyOptOuts(caller, broadcast)
     * return heldOptOuts
     */
    readonly applyOptOuts: (caller: Caller, uuid: BroadcastUuid) => Decided

    /**
     * Dismisses the opt-outs that the channel reported in a broadcast, including later reports. Earlier opt-outs stay.
     *
     * @param uuid The uuid of a broadcast with held opt-outs.
     * @example
     * const held = yield* HeldOptOuts
     * const { heldOptOuts } = yield* held.dismissOptOuts(caller, broadcast)
     * return heldOptOuts
     */
    readonly dismissOptOuts: (caller: Caller, uuid: BroadcastUuid) => Decided

    /**
     * Opts out, or holds, the recipients in a channel's reports. For the workers that send messages or apply receipts.
     *
     * @param reported The reports, in the channel's order.
     * @param from Whether the reports come from sends or from receipts, which arrive at different times.
     * @example
     * const held = yield* HeldOptOuts
     * yield* held.report({ reports: [], carried: [] }, "receipts")
     */
    readonly report: (reported: Reported, from: "sends" | "receipts") => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/sending/delivery/HeldOptOuts") {
  static readonly layer = Layer.effect(
    HeldOptOuts,
    Effect.gen(function* () {
      const broadcasts = yield* BroadcastStore
      const deliveries = yield* DeliveryStore
      const events = yield* EventStore
      const optOuts = yield* OptOuts
      const transaction = yield* Transaction
      const bursts = makeOptOutBursts()

      const decide = Effect.fnUntraced(function* (
        { broadcast: broadcastUuid, workspace: workspaceUuid }: BroadcastRef,
        state: HeldOptOutsState
      ) {
        yield* broadcasts.decideOptOuts({ broadcast: broadcastUuid, workspace: workspaceUuid }, state)
        const type = `broadcast.opt_outs_${state}` as const
        yield* events.append([nameEvent({ type, workspaceUuid, broadcastUuid, reason: null })])
      })

      /** Holds the opt-outs of a broadcast, unless they were already decided. Returns the resulting state. */
      const hold = Effect.fnUntraced(function* (ref: BroadcastRef) {
        yield* transaction.lock([broadcastLock(ref)], "exclusive")
        const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
        if (Option.isNone(found)) return null
        if (found.value.heldOptOuts !== null) return found.value.heldOptOuts
        yield* decide(ref, "held")
        yield* Effect.logWarning(
          "a channel reports a burst of opt-outs in a broadcast: a user must apply or dismiss them"
        ).pipe(Effect.annotateLogs({ broadcast: ref.broadcast }))
        return "held"
      }, transaction.run)

      /** Returns the addresses to opt out at once, from the reports of one broadcast. Holds the opt-outs of a burst. */
      const optedOutBy = Effect.fnUntraced(function* (reports: ReadonlyArray<ChannelReport>, from: string) {
        const [first] = reports
        if (first === undefined) return []
        const { ref } = first
        const burst = bursts.add(
          `${from} ${refKey(ref)}`,
          reports.map(({ address, isNew }) => ({ isOptOut: address !== null, isNew }))
        )
        if (reports.every(({ address }) => address === null)) return []
        const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
        const known = Option.isSome(found) ? found.value.heldOptOuts : null
        const decided = known ?? (burst === null ? null : yield* hold(ref))
        const before = known === null && burst !== null ? reports.slice(0, burst) : []
        const applied = decided === null || decided === "applied" ? reports : before
        return applied.flatMap(({ address }) => (address === null ? [] : [{ workspace: ref.workspace, address }]))
      })

      /** Records the decision about the held opt-outs of a broadcast. */
      const decided = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        broadcast: BroadcastUuid,
        state: "applied" | "dismissed"
      ) {
        const ref = { workspace, broadcast }
        yield* transaction.lock([broadcastLock(ref)], "exclusive")
        const found = yield* Effect.mapError(Effect.fromOption(yield* broadcasts.find(workspace, broadcast)), () =>
          noBroadcast(broadcast)
        )
        if (found.heldOptOuts === null) return yield* noneHeld(broadcast)
        if (found.recipientsRemovedAt !== null) return yield* recipientsRemoved(broadcast, ["uuid"])
        if (found.heldOptOuts !== state) yield* decide(ref, state)
        const after: Broadcast = { ...found, heldOptOuts: state }
        return after
      }, transaction.run)

      const optOutEverybody = Effect.fnUntraced(function* (workspace: WorkspaceUuid, broadcast: BroadcastUuid) {
        const filter: RecipientFilter = {
          broadcast,
          clientReferences: null,
          updatedAfter: null,
          statuses: ["undeliverable"],
          reason: "opted_out"
        }
        let after: Place | undefined
        do {
          const { items, next } = yield* deliveries.recipients(workspace, filter, {
            limit: atOnce,
            offset: 0,
            after
          })
          const addresses = items.map(({ identifier }) => ({ workspace, address: identifier }))
          yield* optOuts.record(addresses, "channel")
          after = next ?? undefined
        } while (after !== undefined)
      })

      type ByWorkspace = Omit<HeldOptOuts["Service"], "report">
      return HeldOptOuts.of({
        ...workspaceService<ByWorkspace>("HeldOptOuts", noInputs, {
          // Later reports opt out at once, so that no recipient is missed between pages.
          applyOptOuts: ({ workspace }, uuid) =>
            Effect.tap(decided(workspace, uuid, "applied"), () => optOutEverybody(workspace, uuid)),
          dismissOptOuts: ({ workspace }, uuid) => decided(workspace, uuid, "dismissed")
        }),
        ...withSpans<Pick<HeldOptOuts["Service"], "report">>("HeldOptOuts", {
          report: Effect.fnUntraced(function* ({ carried, reports }, from) {
            const ofEach = Array.from(Map.groupBy(reports, ({ ref }) => refKey(ref)).values())
            const optedOut = yield* Effect.forEach(ofEach, (ofOne) => optedOutBy(ofOne, from))
            yield* optOuts.record([...optedOut.flat(), ...carried], "channel")
          })
        })
      })
    })
  )
}

const noneHeld = (uuid: BroadcastUuid) =>
  new InvalidInput({
    issues: [issue("value_error", ["uuid"], `the broadcast ${uuid} has no held opt-outs`)]
  })
