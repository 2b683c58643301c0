import { DateTime, Order } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import type { Webhook } from "./Webhook.ts"

/** A webhook that is due, and when it was last claimed. */
interface DueWebhook {
  readonly webhook: Pick<Webhook, "failure" | "uuid" | "workspaceUuid">
  readonly claimedAt: DateTime.Utc
}

/** The webhooks that are next among the due ones. */
export interface WebhookTurns {
  /** How many are chosen at most. */
  readonly limit: number
  /** Whether to choose webhooks that failed last time, or the others. */
  readonly failing: boolean
  /** How many of a workspace may be under way at a time, including the chosen webhooks. */
  readonly share: number
  readonly underWay: ReadonlyMap<WorkspaceUuid, number>
}

/** The webhooks claimed longest ago come first. */
const byClaim: Order.Order<DueWebhook> = Order.combine(
  Order.mapInput(DateTime.Order, ({ claimedAt }) => claimedAt),
  (a, b) => {
    const order = compareCodePoints(a.webhook.uuid, b.webhook.uuid)
    return order < 0 ? -1 : order > 0 ? 1 : 0
  }
)

/**
 * Chooses webhooks that are due. Each has a place in its workspace: the webhooks under way in the workspace, plus the due
 * webhooks that were claimed longer ago. The first places of all workspaces come before the second ones, and no place is
 * after the share.
 */
export const inTurn = <Due extends DueWebhook>(
  due: ReadonlyArray<Due>,
  { failing, limit, share, underWay }: WebhookTurns
): ReadonlyArray<Due> => {
  const chosen = due.filter(({ webhook }) => (webhook.failure !== null) === failing).toSorted(byClaim)
  const places = new Map(underWay)
  const placed = chosen.map((turn) => {
    const place = (places.get(turn.webhook.workspaceUuid) ?? 0) + 1
    places.set(turn.webhook.workspaceUuid, place)
    return { turn, place }
  })
  return placed
    .filter(({ place }) => place <= share)
    .toSorted((a, b) => a.place - b.place)
    .slice(0, limit)
    .map(({ turn }) => turn)
}
