import type { PersistedQueue } from "effect/persistence"
import type { AccessTokenStore } from "./access/AccessTokenStore.ts"
import type { BroadcastStore } from "./broadcasts/BroadcastStore.ts"
import type { ContactStore } from "./contacts/ContactStore.ts"
import type { Transaction } from "./kernel/Transaction.ts"

/** Every port that an adapter provides: its layer stops compiling when one is added. */
export type Storage =
  | Transaction
  | ContactStore
  | BroadcastStore
  | AccessTokenStore
  | PersistedQueue.PersistedQueueStore
