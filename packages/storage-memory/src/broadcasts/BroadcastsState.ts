import type {
  Broadcast,
  BroadcastRef,
  BroadcastUuid,
  IdempotencyRecord,
  Ledger,
  Receipt,
  RecipientStatus,
  RecipientUuid,
  TokenBucket
} from "@rollcall/core"
import { type DateTime, HashMap, Option } from "effect"

/** How many recipients of a broadcast stand where, kept beside the rows so that nobody has to count them. */
export interface Tally {
  /** Accepted when the broadcast was created. */
  readonly accepted: number
  /** Rows that have a `sentAt`. */
  readonly sent: number
  /** Rows that have a `leaseUntil`. */
  readonly leased: number
  readonly byStatus: Readonly<Record<RecipientStatus, number>>
}

/** A broadcast and what is kept beside it. */
export interface StoredBroadcast {
  readonly broadcast: Broadcast
  /** Its recipients in the order of acceptance. */
  readonly order: ReadonlyArray<RecipientUuid>
  readonly tally: Tally
  /** No recipient before this index of `order` is pending. */
  readonly pendingFrom: number
  /** While it is sending: when somebody should look at it. */
  readonly lookAt: DateTime.Utc
}

export interface BroadcastsState {
  readonly broadcasts: HashMap.HashMap<BroadcastUuid, StoredBroadcast>
  /** The ledger: every recipient's account. Written by `writeLedger` alone, which keeps the four below in step. */
  readonly rows: HashMap.HashMap<RecipientUuid, Ledger.LedgerRow>
  /** The `leaseUntil` of the recipients that have one. */
  readonly leases: HashMap.HashMap<RecipientUuid, DateTime.Utc>
  /** Whose message it is, by the channel's id. */
  readonly messages: HashMap.HashMap<string, RecipientUuid>
  /** Receipts for message ids that nobody knows, in the order of their coming (B11). */
  readonly parked: HashMap.HashMap<string, ReadonlyArray<Receipt>>
  /** By workspace and key. */
  readonly idempotencyKeys: HashMap.HashMap<string, IdempotencyRecord>
  /** By workspace and sender. */
  readonly buckets: HashMap.HashMap<string, TokenBucket>
}

export const emptyBroadcasts: BroadcastsState = {
  broadcasts: HashMap.empty(),
  rows: HashMap.empty(),
  leases: HashMap.empty(),
  messages: HashMap.empty(),
  parked: HashMap.empty(),
  idempotencyKeys: HashMap.empty(),
  buckets: HashMap.empty()
}

/** The broadcast that a reference names, if the workspace has it (A1). */
export const broadcastOf = (state: BroadcastsState, ref: BroadcastRef): Option.Option<StoredBroadcast> =>
  Option.filter(
    HashMap.get(state.broadcasts, ref.broadcast),
    ({ broadcast }) => broadcast.workspaceUuid === ref.workspace
  )

export const refOf = ({ broadcast }: StoredBroadcast): BroadcastRef => ({
  workspace: broadcast.workspaceUuid,
  broadcast: broadcast.uuid
})

/** The state with another form of a broadcast that it has. */
export const putBroadcast = (state: BroadcastsState, stored: StoredBroadcast): BroadcastsState => ({
  ...state,
  broadcasts: HashMap.set(state.broadcasts, stored.broadcast.uuid, stored)
})

/** A key of two parts. */
export const pairKey = (first: string, second: string): string => JSON.stringify([first, second])
