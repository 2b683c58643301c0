import type {
  Broadcast,
  BroadcastRef,
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
  /** By `keyOf`: a uuid belongs to a workspace, and another one may have it too. */
  readonly broadcasts: HashMap.HashMap<string, StoredBroadcast>
  /** The ledger: every recipient's account. Written by `writeLedger` alone, which keeps the indexes of it in step. */
  readonly rows: HashMap.HashMap<RecipientUuid, Ledger.LedgerRow>
  /** The key of the broadcast that each recipient belongs to. */
  readonly owners: HashMap.HashMap<RecipientUuid, string>
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
  owners: HashMap.empty(),
  leases: HashMap.empty(),
  messages: HashMap.empty(),
  parked: HashMap.empty(),
  idempotencyKeys: HashMap.empty(),
  buckets: HashMap.empty()
}

/** The broadcast that a reference names, if the workspace has it (A1). */
export const broadcastOf = (state: BroadcastsState, ref: BroadcastRef): Option.Option<StoredBroadcast> =>
  HashMap.get(state.broadcasts, keyOf(ref))

/** The broadcast of a recipient that there is. */
export const ownerOf = (state: BroadcastsState, recipient: RecipientUuid): StoredBroadcast =>
  HashMap.getUnsafe(state.broadcasts, HashMap.getUnsafe(state.owners, recipient))

/** Whether a recipient is the broadcast's (A1). */
export const belongsTo = (state: BroadcastsState, recipient: RecipientUuid, ref: BroadcastRef): boolean =>
  Option.contains(HashMap.get(state.owners, recipient), keyOf(ref))

export const refOf = ({ broadcast }: StoredBroadcast): BroadcastRef => ({
  workspace: broadcast.workspaceUuid,
  broadcast: broadcast.uuid
})

/** The state with another form of a broadcast that it has. */
export const putBroadcast = (state: BroadcastsState, stored: StoredBroadcast): BroadcastsState => ({
  ...state,
  broadcasts: HashMap.set(state.broadcasts, keyOf(refOf(stored)), stored)
})

/** The key of a broadcast. */
export const keyOf = ({ broadcast, workspace }: BroadcastRef): string => pairKey(workspace, broadcast)

/** A key of two parts. */
export const pairKey = (first: string, second: string): string => JSON.stringify([first, second])
