import { Schema, Struct } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { DeliveryReceipt } from "../channels/MessageChannel.ts"
import { type Correlation, correlationOf, type RecipientUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { broadcastOf, type Delivery, type MessageDigest } from "./Delivery.ts"

/** A receipt with its channel's `channel_type`, which is set by the host, not the channel. */
export interface ReportedReceipt extends DeliveryReceipt {
  readonly channelType: string
}

/** The members of a receipt that identify its message. */
export type ReportedName = Pick<ReportedReceipt, "channelType" | "correlation" | "messageId" | "workspaces">

/**
 * A stored receipt that matches no delivery. If the message may belong to several workspaces, each has its own row.
 * Contains no personal data: no error text, and only the digest of the message id, because an id may contain a phone
 * number.
 */
export const UnmatchedReceipt = Schema.Struct({
  ...Struct.omit(DeliveryReceipt.fields, ["correlation", "error", "refusal", "workspaces"]),
  channelType: Schema.String,
  /** `all`: the message may belong to any workspace. */
  workspace: Schema.Union([Schema.Literal("all"), WorkspaceUuid])
})
export type UnmatchedReceipt = typeof UnmatchedReceipt.Type

/** Returns the stored form of an unmatched receipt. Empty for a receipt without workspaces, which can never match. */
export const toUnmatched = (receipt: ReportedReceipt, digest: MessageDigest): ReadonlyArray<UnmatchedReceipt> => {
  const { channelType, at, messageId, reason, status, workspaces } = receipt
  const kept = { channelType, messageId: digest(messageId), status, reason, at }
  return workspaces === "all"
    ? [{ ...kept, workspace: "all" }]
    : Array.from(new Set(workspaces), (workspace) => ({ ...kept, workspace }))
}

/** The `channel_type` of each broadcast, by `refKey`. */
export type ChannelTypes = ReadonlyMap<string, string>

/** The channel and broadcast of a message. */
interface Origin {
  readonly channelType: string | undefined
  readonly ref: BroadcastRef
}

/** Returns whether a receipt can match a message: the channel and one of the workspaces are the same. */
const mayConcern = ({ channelType, workspaces }: ReportedName, { channelType: sentBy, ref }: Origin): boolean =>
  channelType === sentBy && (workspaces === "all" || workspaces.includes(ref.workspace))

/** Returns whether a stored receipt can match a message. */
const keptMayConcern = ({ channelType, workspace }: UnmatchedReceipt, { channelType: sentBy, ref }: Origin): boolean =>
  channelType === sentBy && (workspace === "all" || workspace === ref.workspace)

/**
 * Matches receipts to the deliveries of one unit of work. Compares digests of message ids, because erased deliveries and
 * stored receipts have only digests. A receipt never matches a delivery of another channel or of a workspace that it does
 * not name, because message ids and recipient uuids aren't secret, and channels may use the same ids.
 */
export class ReceiptMatching {
  readonly #channelTypes: ChannelTypes
  readonly #deliveries: ReadonlyMap<Correlation, Delivery>
  readonly #digest: MessageDigest
  /** The deliveries with a message id, by the id's digest, in the order in which the ids became known. */
  readonly #owners = new Map<string, ReadonlyArray<Delivery>>()
  readonly #stored: Map<string, ReadonlyArray<UnmatchedReceipt>>
  readonly #kept: Array<ReportedReceipt> = []
  /** The stored receipts that matched a delivery. */
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

  /** Finds the delivery of a receipt by correlation, or else by message id. */
  of(receipt: ReportedName): RecipientUuid | undefined {
    const { correlation, messageId } = receipt
    const named = correlation === null ? undefined : this.#deliveries.get(correlation)
    const candidates = named === undefined ? [] : [named]
    return [...candidates, ...(this.#owners.get(this.#digest(messageId)) ?? [])].find((row) =>
      mayConcern(receipt, this.#origin(row))
    )?.uuid
  }

  /** Keeps a receipt without a delivery until its message id becomes known. */
  keep(receipt: ReportedReceipt): void {
    this.#kept.push(receipt)
  }

  /** Returns the kept receipts that still match no delivery. */
  unmatched(): ReadonlyArray<ReportedReceipt> {
    return this.#kept.filter((receipt) => this.of(receipt) === undefined)
  }

  /** Records the message id of a delivery. Returns the receipts that were waiting for the id, stored receipts first. */
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
