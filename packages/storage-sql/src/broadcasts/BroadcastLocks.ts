import type { BroadcastRef } from "@rollcall/core"
import type { Db } from "../kernel/Database.ts"

/**
 * Who works on a broadcast shares it and reads its status afterwards; who ends or pauses it holds it. So what is read
 * stays true, and whoever waits to hold it is before all who ask later: a lock of the row alone could be passed from
 * claim to claim for as long as there are recipients. It comes before any lock of a row.
 */
export const shareBroadcasts = ({ attempt, dialect }: Db, refs: ReadonlyArray<BroadcastRef>) =>
  attempt(dialect.lockShared(refs.map(keyOf)))

/** As {@link shareBroadcasts}, for who makes message ids known, too: no receipt is parked meanwhile. */
export const shareBroadcastsAndReceipts = ({ attempt, dialect }: Db, refs: ReadonlyArray<BroadcastRef>) =>
  attempt(dialect.lockShared([...refs.map(keyOf), receiptsKey]))

/** Waits for all who work on a broadcast; nobody begins to before the transaction ends. */
export const holdBroadcast = (db: Db, ref: BroadcastRef) => holdBroadcasts(db, [ref])

/** As {@link holdBroadcast}, for several. */
export const holdBroadcasts = ({ attempt, dialect }: Db, refs: ReadonlyArray<BroadcastRef>) =>
  attempt(dialect.lockExclusive(refs.map(keyOf)))

/** No receipt is parked before the transaction ends. */
export const shareReceipts = ({ attempt, dialect }: Db) => attempt(dialect.lockShared([receiptsKey]))

/** No message id becomes known before the transaction ends. */
export const holdReceipts = ({ attempt, dialect }: Db) => attempt(dialect.lockExclusive([receiptsKey]))

const keyOf = ({ broadcast }: BroadcastRef) => `broadcast ${broadcast}`

const receiptsKey = "parked receipts"
