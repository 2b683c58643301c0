import { Layer } from "effect"
import * as SqlAccessTokenStore from "./access/SqlAccessTokenStore.ts"
import * as SqlBroadcastStore from "./broadcasts/SqlBroadcastStore.ts"
import * as SqlContactStore from "./contacts/SqlContactStore.ts"
import * as SqlQueueStore from "./kernel/SqlQueueStore.ts"
import * as SqlTransaction from "./kernel/SqlTransaction.ts"

/** Every port of `Storage` over one {@link Database} whose migrations have run. */
export const layerStorage = Layer.mergeAll(
  SqlTransaction.layer,
  SqlContactStore.layer,
  SqlBroadcastStore.layer,
  SqlAccessTokenStore.layer,
  SqlQueueStore.layer
)
