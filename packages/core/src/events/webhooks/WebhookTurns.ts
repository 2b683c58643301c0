import { DateTime, Order } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import type { Webhook } from "./Webhook.ts"

/** A due webhook and when it was last claimed. */
interface DueWebhook {
  readonly webhook: Pick<Webhook, "failure" | "uuid" | "workspaceUuid">
  readonly claimedAt: DateTime.Utc
}

/** The rules for choosing the next due webhooks. */
export interface WebhookTurns {
  /** The maximum number of webhooks to choose. */
  readonly limit: number
  /** True to choose only webhooks that failed last time; false to choose only the other webhooks. */
  readonly failing: boolean
  /** The maximum number of webhooks under way per workspace, including the chosen webhooks. */
  readonly share: number
  readonly underWay: ReadonlyMap<WorkspaceUuid, number>
}

/** Orders webhooks by their last claim, oldest first, then by uuid. */
const byClaim: Order.Order<DueWebhook> = Order.combine(
  Order.mapInput(DateTime.Order, ({ claimedAt }) => claimedAt),
  (a, b) => {
    const order = compareCodePoints(a.webhook.uuid, b.webhook.uuid)
    return order < 0 ? -1 : order > 0 ? 1 : 0
  }
)

/**
 * Chooses due webhooks, round-robin across workspaces. The rank of a webhook is the number of webhooks under way in its
 * workspace plus the number of its due webhooks claimed longer ago. Lower ranks come first; ranks beyond `share` are left
 * out.
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
