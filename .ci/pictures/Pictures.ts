import { broadcastStates } from "./BroadcastStates.ts"
import { charts } from "./Charts.ts"
import { deliveryStates } from "./DeliveryStates.ts"
import { durable } from "./Durable.ts"
import { house } from "./House.ts"
import type { Picture } from "./Picture.ts"
import { requestPath } from "./RequestPath.ts"

/** All pictures that are drawn from sources, tables and pages. */
export const pictures = (): ReadonlyArray<Picture> => [
  house(),
  requestPath(),
  deliveryStates(),
  broadcastStates(),
  durable(),
  ...charts()
]
