import { text } from "../texts/Text.ts"
import { Badge, type Tone } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { formatInstant, Instant } from "../ui/Instant.tsx"
import { Menu } from "../ui/overlays/Menu.tsx"
import { healthOf, type Webhook, type WebhookDialog, type WebhookHealth } from "./WebhookState.ts"

const tones: Readonly<Record<WebhookHealth, Tone>> = {
  current: "good",
  behind: "accent",
  failing: "warn",
  gave_up: "bad",
  gone: "bad"
}

/** A webhook of the list: where it sends what, and how it does in words. */
export const WebhookItem = ({
  onDialog,
  webhook
}: {
  readonly webhook: Webhook
  readonly onDialog: (dialog: WebhookDialog) => void
}) => {
  const health = healthOf(webhook)
  const { created_at, failing_since, failure, missed_at, retry_at, types, url, waiting } = webhook
  return (
    <li class="webhooks-item">
      <div class="webhooks-head">
        <h2 class="webhooks-url">{url}</h2>
        <Badge tone={tones[health]}>{text(`webhooks.health.${health}`)}</Badge>
      </div>
      <div class="webhooks-facts">
        {health !== "current" && (
          <p>
            {text(`webhooks.explained.${health}`)}
            {waiting > 0 && ` ${text("webhooks.waiting", { count: waiting })}`}
          </p>
        )}
        {failing_since !== null && (
          <p>
            {text("webhooks.failing", { since: formatInstant(failing_since) })}
            {retry_at !== null && ` ${text("webhooks.retry", { at: formatInstant(retry_at) })}`}
          </p>
        )}
        {failure !== null && (
          <p>
            {text("webhooks.failure")} <code>{failure}</code>
          </p>
        )}
        {missed_at !== null && <p>{text("webhooks.missed", { at: formatInstant(missed_at) })}</p>}
        <p class="quiet">
          {types === null ? text("webhooks.every") : types.map((type) => text(`events.types.${type}`)).join(", ")}
          {" · "}
          {text("webhooks.since")} <Instant iso={created_at} date />
        </p>
      </div>
      <div class="webhooks-actions">
        {health === "gave_up" || health === "gone" ? (
          <Button small icon="again" onClick={() => onDialog("replay")}>
            {text("webhooks.menu.replay")}
          </Button>
        ) : (
          <Button small onClick={() => onDialog("edit")}>
            {text("webhooks.menu.edit")}
          </Button>
        )}
        <Menu
          button={{
            look: "quiet",
            small: true,
            icon: "more",
            "aria-label": text("webhooks.menu.label", { url })
          }}
          items={[
            { title: text("webhooks.menu.edit"), icon: "compose", run: () => onDialog("edit") },
            { title: text("webhooks.menu.replay"), icon: "again", run: () => onDialog("replay") },
            { title: text("webhooks.menu.rotate"), icon: "tokens", run: () => onDialog("rotate") },
            { title: text("webhooks.menu.delete"), icon: "trash", danger: true, run: () => onDialog("delete") }
          ]}
        />
      </div>
    </li>
  )
}
