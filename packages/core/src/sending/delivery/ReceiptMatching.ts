import { Schema, Struct } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { DeliveryReceipt } from "../channels/MessageChannel.ts"
import { type Correlation, correlationOf, type RecipientUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { broadcastOf, type Delivery, type MessageDigest } from "./Delivery.ts"

/** A receipt with the `channel_type` of its channel. The host sets it, not the channel. */
export interface ReportedReceipt extends DeliveryReceipt {
  readonly channelType: string
}

/** How a channel names a message. */
export type ReportedName = Pick<ReportedReceipt, "channelType" | "correlation" | "messageId" | "workspaces">

/**
 * A stored receipt that matches no delivery, once for each workspace whose message it may be about. It contains no personal
 * data: it has no sentence, and only the digest of the message id, which may contain a phone number.
 */
export const UnmatchedReceipt = Schema.Struct({
  ...Struct.omit(DeliveryReceipt.fields, ["correlation", "error", "refusal", "workspaces"]),
  channelType: Schema.String,
  /** `all`: it may be about a message of any workspace. */
  workspace: Schema.Union([Schema.Literal("all"), WorkspaceUuid])
})
export type UnmatchedReceipt = typeof UnmatchedReceipt.Type

/** A receipt as it is kept. A receipt of no workspace can never match, and is not kept. */
export const toUnmatched = (receipt: ReportedReceipt, digest: MessageDigest): ReadonlyArray<UnmatchedReceipt> => {
  const { channelType, at, messageId, reason, status, workspaces } = receipt
  const kept = { channelType, messageId: digest(messageId), status, reason, at }
  return workspaces === "all"
    ? [{ ...kept, workspace: "all" }]
    : Array.from(new Set(workspaces), (workspace) => ({ ...kept, workspace }))
}

/** The `channel_type` of each broadcast, by `refKey`. */
export type ChannelTypes = ReadonlyMap<string, string>

/** Where a message was sent from. */
interface Origin {
  readonly channelType: string | undefined
  readonly ref: BroadcastRef
}

/** Whether a receipt may be about a message: its channel sent it, for a workspace of the receipt. */
const mayConcern = ({ channelType, workspaces }: ReportedName, { channelType: sentBy, ref }: Origin): boolean =>
  channelType === sentBy && (workspaces === "all" || workspaces.includes(ref.workspace))

/** Whether a kept receipt may be about a message. */
const keptMayConcern = ({ channelType, workspace }: UnmatchedReceipt, { channelType: sentBy, ref }: Origin): boolean =>
  channelType === sentBy && (workspace === "all" || workspace === ref.workspace)

/**
 * Which of the deliveries of one unit of work a receipt is for. Knows the message ids found so far, and compares their
 * digests, because erased deliveries and stored receipts have only digests. A receipt never matches a delivery of another
 * channel, or of a workspace that it does not name: message ids and recipient uuids are no secrets, and another channel may
 * give the same id.
 */
export class ReceiptMatching {
  readonly #channelTypes: ChannelTypes
  readonly #deliveries: ReadonlyMap<Correlation, Delivery>
  readonly #digest: MessageDigest
  /** The deliveries with a message id, in the order in which they got it. Key: the digest of the id. */
  readonly #owners = new Map<string, ReadonlyArray<Delivery>>()
  readonly #stored: Map<string, ReadonlyArray<UnmatchedReceipt>>
  readonly #kept: Array<ReportedReceipt> = []
  /** The stored receipts that a delivery has taken. */
  readonly matched: Array<UnmatchedReceipt> = []

  constructor(
    locked: ReadonlyArray<Delivery>,
    channelTypes: ChannelTypes,
    stored: ReadonlyArray<UnmatchedReceipt>,
    digest: MessageDigest
  ) {
    this.#channelTypes = channelTypes
    this.#digest = digest
    this.#deliveries = new Map(locked.map((row) => [correlationOf(row.workspaceUuid, row.uuid), row]))
    this.#stored = Map.groupBy(stored, ({ messageId }) => messageId)
    for (const row of locked) if (row.messageId !== null) this.#own(row, row.messageId)
  }

  /** The delivery of a receipt: by correlation, or else by message id. */
  of(receipt: ReportedName): RecipientUuid | undefined {
    const { correlation, messageId } = receipt
    const named = correlation === null ? undefined : this.#deliveries.get(correlation)
    const candidates = named === undefined ? [] : [named]
    return [...candidates, ...(this.#owners.get(this.#digest(messageId)) ?? [])].find((row) =>
      mayConcern(receipt, this.#origin(row))
    )?.uuid
  }

  /** Keeps a receipt that matches no delivery until its message id becomes known. */
  keep(receipt: ReportedReceipt): void {
    this.#kept.push(receipt)
  }

  /** The kept receipts that still match no delivery. */
  unmatched(): ReadonlyArray<ReportedReceipt> {
    return this.#kept.filter((receipt) => this.of(receipt) === undefined)
  }

  /** Notes the message id of a delivery. Returns the receipts that waited for it, the stored ones first. */
  learn(row: Delivery, messageId: string): ReadonlyArray<ReportedReceipt | UnmatchedReceipt> {
    this.#own(row, messageId)
    const origin = this.#origin(row)
    const digest = this.#digest(messageId)
    const { taken = [], left = [] } = Object.groupBy(this.#stored.get(digest) ?? [], (receipt) =>
      keptMayConcern(receipt, origin) ? "taken" : "left"
    )
    this.#stored.set(digest, left)
    this.matched.push(...taken)
    const kept = this.#kept.filter(
      (receipt) => this.#digest(receipt.messageId) === digest && mayConcern(receipt, origin)
    )
    return [...taken, ...kept]
  }

  #origin(row: Delivery): Origin {
    const ref = broadcastOf(row)
    return { ref, channelType: this.#channelTypes.get(refKey(ref)) }
  }

  #own(row: Delivery, messageId: string): void {
    const digest = this.#digest(messageId)
    this.#owners.set(digest, [...(this.#owners.get(digest) ?? []), row])
  }
}
