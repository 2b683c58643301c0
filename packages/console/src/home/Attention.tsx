import type { AnswerOf } from "../api/Operation.ts"
import { pathTo } from "../api/Place.ts"
import { Badge, BadgeOf } from "../ui/Badge.tsx"
import { Card } from "../ui/Page.tsx"
import { healthOf, type Webhook, healthTitles } from "../webhooks/WebhookState.ts"
import { plural } from "../texts/Text.ts"

/** Items that need attention. Renders nothing if there are none or the token can't read them. */
export const Attention = ({
  failing,
  paused
}: {
  readonly paused: AnswerOf<"GET /broadcasts"> | undefined
  readonly failing: ReadonlyArray<Webhook>
}) => {
  const broadcasts = paused?.broadcasts ?? []
  const more = (paused?.pagination.total ?? 0) - broadcasts.length
  if (broadcasts.length === 0 && failing.length === 0) return null
  return (
    <Card title="Needs attention" flush>
      <ul>
        {broadcasts.map(({ name, status_reason, uuid }) => (
          <li key={uuid} class="home-line">
            <Badge tone="warn">Paused</Badge>
            <a href={pathTo(`broadcasts/${uuid}`)}>{name}</a>
            {status_reason !== null && <span class="quiet">{status_reason}</span>}
          </li>
        ))}
        {more > 0 && (
          <li class="home-line">
            <a href={pathTo("broadcasts?status=paused")}>
              {plural(more, "# more paused broadcast", "# more paused broadcasts")}
            </a>
          </li>
        )}
        {failing.map((webhook) => (
          <li key={webhook.uuid} class="home-line">
            <BadgeOf titles={healthTitles} name={healthOf(webhook)} />
            <a href={pathTo("webhooks")}>{webhook.url}</a>
            {webhook.failure !== null && <span class="quiet">{webhook.failure}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
