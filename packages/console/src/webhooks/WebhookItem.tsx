import { Button } from "../ui/Button.tsx"
import { formatInstant, Instant } from "../ui/Instant.tsx"
import { Menu } from "../ui/overlays/Menu.tsx"
import { healthOf, type Webhook, type WebhookDialog, healthTitles } from "./WebhookState.ts"
import { eventTitles } from "../events/EventTypes.ts"
import { plural } from "../texts/Text.ts"
import { BadgeOf } from "../ui/Badge.tsx"

const healthTexts = {
  current: "Everything was received.",
  behind: "Events are being sent.",
  failing: "The endpoint doesn't accept events. They are retried at growing intervals.",
  gave_up:
    "Delivery of an event failed for 25 hours, so sending stopped. Fix the endpoint, then continue. Nothing is lost while events are stored.",
  gone: "The endpoint answered 410 (gone), so sending stopped. Change the URL, or continue once the endpoint accepts events again."
} as const

/** A listed webhook: its URL, event types and health. */
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
        <BadgeOf titles={healthTitles} name={health} />
      </div>
      <div class="webhooks-facts">
        {health !== "current" && (
          <p>
            {healthTexts[health]}
            {waiting > 0 &&
              ` ${plural(waiting, "Events of # contact, import, broadcast or recipient wait.", "Events of # contacts, imports, broadcasts or recipients wait.")}`}
          </p>
        )}
        {failing_since !== null && (
          <p>
            {`Failing since ${formatInstant(failing_since)}.`}
            {retry_at !== null && ` The next attempt is on ${formatInstant(retry_at)}.`}
          </p>
        )}
        {failure !== null && (
          <p>
            The last answer: <code>{failure}</code>
          </p>
        )}
        {missed_at !== null && (
          <p>{`Some events expired before they were received, most recently on ${formatInstant(missed_at)}. Reload contacts and broadcasts in your application.`}</p>
        )}
        <p class="quiet">
          {types === null ? "Every event" : types.map((type) => eventTitles[type]).join(", ")}
          {" · "}
          since <Instant iso={created_at} date />
        </p>
      </div>
      <div class="webhooks-actions">
        {health === "gave_up" || health === "gone" ? (
          <Button small icon="again" onClick={() => onDialog("replay")}>
            Continue or send again
          </Button>
        ) : (
          <Button small onClick={() => onDialog("edit")}>
            Edit
          </Button>
        )}
        <Menu
          button={{
            look: "quiet",
            small: true,
            icon: "more",
            "aria-label": `Actions for ${url}`
          }}
          items={[
            { title: "Edit", icon: "compose", run: () => onDialog("edit") },
            { title: "Continue or send again", icon: "again", run: () => onDialog("replay") },
            { title: "Replace the secret", icon: "tokens", run: () => onDialog("rotate") },
            { title: "Delete", icon: "trash", danger: true, run: () => onDialog("delete") }
          ]}
        />
      </div>
    </li>
  )
}
