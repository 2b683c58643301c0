import { Context, type DateTime, Duration, Effect, Layer, type Option } from "effect"
import { Digest } from "effect/crypto"
import type { BroadcastUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Transaction } from "../shared/Transaction.ts"
import type { Caller } from "../shared/Workspace.ts"
import { accept, type Acceptance } from "./CreateBroadcast.ts"
import { type Broadcast, type BroadcastDetails, type BroadcastStatus, neverSent } from "./Broadcast.ts"
import { BroadcastNotFound, BroadcastNotMovable, type BroadcastRefused } from "./BroadcastErrors.ts"
import {
  type BroadcastPart,
  type BroadcastRequest,
  maxValidatedRecipients,
  type StreamedBroadcast
} from "./BroadcastRequest.ts"
import { BroadcastStore, type RecipientFilter } from "./BroadcastStore.ts"
import { judgePart, type RecipientWarning, validateBroadcast } from "./BroadcastValidation.ts"
import type { MessageChannel } from "../channels/MessageChannel.ts"
import type { Recipient } from "./Recipient.ts"
import { inSlices } from "./Slices.ts"
import type { TemplateCatalog } from "../templates/TemplateCatalog.ts"

type RequestError = BroadcastRefused | BroadcastNotFound | StorageError

/** Accepts broadcasts, follows them and stops them. */
export class Broadcasts extends Context.Service<
  Broadcasts,
  {
    /**
     * Accepts a broadcast to at most 50,000 recipients: when this succeeds it is committed with every recipient's
     * account, and will be sent. A recipient's problem is a warning; a payload's problem refuses all (B6), and so does
     * one that a host finds while the recipients come.
     */
    readonly create: <E = never>(
      caller: Caller,
      request: BroadcastRequest | StreamedBroadcast<E>
    ) => Effect.Effect<Acceptance, RequestError | E>

    /** What `create` would warn of, for at most 20,000 recipients. Writes nothing (B6, B19). */
    readonly validate: <E = never>(
      caller: Caller,
      request: BroadcastRequest | StreamedBroadcast<E>
    ) => Effect.Effect<ReadonlyArray<RecipientWarning>, RequestError | E>

    /**
     * Which rules the parts of a payload break that could be read, where others have values of wrong types: `create`, or
     * `validate` where `maxRecipients` is its maximum, would refuse them too (B6).
     */
    readonly violations: (
      workspace: WorkspaceUuid,
      part: BroadcastPart,
      maxRecipients: number
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>

    readonly details: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<BroadcastDetails, BroadcastNotFound | StorageError>

    /** Recipients in the order of acceptance, refused ones among them. */
    readonly recipients: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid,
      updatedAfter: DateTime.Utc | null,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, BroadcastNotFound | StorageError>

    /** Recipients over all broadcasts of the workspace; fails when nothing is found (B14). */
    readonly statuses: (
      workspace: WorkspaceUuid,
      filter: RecipientFilter,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, BroadcastNotFound | StorageError>

    /**
     * Stops a broadcast: once this is answered no hand-over starts. Those in flight finish. Cancelling a cancelled one
     * changes nothing; one that is completed, expired or failed cannot be (B2).
     */
    readonly cancel: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Broadcast, BroadcastNotFound | BroadcastNotMovable | StorageError>

    /** Goes on with a paused broadcast (B1). The specification has no endpoint for it. */
    readonly resume: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Broadcast, BroadcastNotFound | BroadcastNotMovable | StorageError>
  }
>()("@rollcall/core/broadcasts/Broadcasts") {
  static readonly layer = Layer.effect(
    Broadcasts,
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const ports = yield* Effect.context<
        BroadcastStore | Transaction | MessageChannel | TemplateCatalog | Digest.Digest
      >()

      const create = Effect.fn("Broadcasts.create")(
        <E = never>(caller: Caller, request: BroadcastRequest | StreamedBroadcast<E>) =>
          Effect.provideContext(accept(caller, inSlices(request)), ports)
      )

      const validate = Effect.fn("Broadcasts.validate")(function* <E = never>(
        caller: Caller,
        request: BroadcastRequest | StreamedBroadcast<E>
      ) {
        const payload = { ...inSlices(request), clientUniqueIdentifier: null }
        const limits = { now: yield* store.now, maxRecipients: maxValidatedRecipients }
        return yield* Effect.provideContext(validateBroadcast(caller.workspace, payload, limits), ports)
      })

      const violations = Effect.fn("Broadcasts.violations")(function* (
        workspace: WorkspaceUuid,
        part: BroadcastPart,
        maxRecipients: number
      ) {
        const limits = { now: yield* store.now, maxRecipients }
        return (yield* Effect.provideContext(judgePart(workspace, part, limits), ports)).violations
      })

      const details = Effect.fn("Broadcasts.details")(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid) {
        return yield* found(yield* store.details(workspace, uuid))
      })

      const recipients = Effect.fn("Broadcasts.recipients")(function* (
        workspace: WorkspaceUuid,
        uuid: BroadcastUuid,
        updatedAfter: DateTime.Utc | null,
        page: PageRequest
      ) {
        yield* found(yield* store.find(workspace, uuid))
        return yield* store.recipients(workspace, uuid, updatedAfter, page)
      })

      const statuses = Effect.fn("Broadcasts.statuses")(function* (
        workspace: WorkspaceUuid,
        filter: RecipientFilter,
        page: PageRequest
      ) {
        const result = yield* store.statuses(workspace, filter, page)
        return result.total === 0 ? yield* new BroadcastNotFound({ what: "recipients" }) : result
      })

      /** Moves a broadcast, or says why it cannot be; being there already is as good as moving. */
      const move = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid, to: BroadcastStatus) {
        const options = { reason: null, pendingError: neverSent(to) }
        const { broadcast, moved } = yield* found(yield* store.move({ workspace, broadcast: uuid }, to, options))
        return moved || broadcast.status === to
          ? broadcast
          : yield* new BroadcastNotMovable({ status: broadcast.status, to })
      })

      return Broadcasts.of({
        create,
        validate,
        violations,
        details,
        recipients,
        statuses,
        cancel: Effect.fn("Broadcasts.cancel")((workspace, uuid) => move(workspace, uuid, "cancelled")),
        resume: Effect.fn("Broadcasts.resume")(function* (workspace, uuid) {
          const broadcast = yield* move(workspace, uuid, "sending")
          yield* store.lookAgain({ workspace, broadcast: uuid }, Duration.zero)
          return broadcast
        })
      })
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}

const found = <A>(option: Option.Option<A>) =>
  Effect.mapError(Effect.fromOption(option), () => new BroadcastNotFound({ what: "broadcast" }))
