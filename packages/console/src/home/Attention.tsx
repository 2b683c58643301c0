import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pathTo } from "../shell/Place.ts"
import { text } from "../texts/Text.ts"
import { Badge } from "../ui/Badge.tsx"
import { Card } from "../ui/Page.tsx"
import { healthOf, needsAttention } from "../webhooks/WebhookState.ts"

/** What an operator has to look at. Without anything it is not there, and what must not be read is left out. */
export const Attention = ({ round }: { readonly round: number }) => {
  const paused = useLoad(
    (signal) => call("GET /broadcasts", { query: { status: "paused", limit: 5 }, signal }),
    [round]
  )
  const webhooks = useLoad((signal) => call("GET /v1/webhooks", { query: { limit: 100 }, signal }), [round])
  const broadcasts = paused.value?.broadcasts ?? []
  const failing = (webhooks.value?.webhooks ?? []).filter(needsAttention)
  const more = (paused.value?.pagination.total ?? 0) - broadcasts.length
  if (broadcasts.length === 0 && failing.length === 0) return null
  return (
    <Card title={text("home.attention.title")} flush>
      <ul>
        {broadcasts.map(({ name, status_reason, uuid }) => (
          <li key={uuid} class="home-line">
            <Badge tone="warn">{text("home.attention.paused")}</Badge>
            <a href={pathTo(`broadcasts/${uuid}`)}>{name}</a>
            {status_reason !== null && <span class="quiet">{status_reason}</span>}
          </li>
        ))}
        {more > 0 && (
          <li class="home-line">
            <a href={pathTo("broadcasts?status=paused")}>{text("home.attention.morePaused", { count: more })}</a>
          </li>
        )}
        {failing.map((webhook) => (
          <li key={webhook.uuid} class="home-line">
            <Badge tone={webhook.status === "disabled" ? "bad" : "warn"}>
              {text(`webhooks.health.${healthOf(webhook)}`)}
            </Badge>
            <a href={pathTo("webhooks")}>{webhook.url}</a>
            {webhook.failure !== null && <span class="quiet">{webhook.failure}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
