import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { pathTo } from "../api/Place.ts"
import { TextField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { type ReplayFrom, replayOf, type Webhook } from "./WebhookState.ts"

const choiceHints = {
  stopped: "What was not received is sent at once, and nothing twice.",
  after: "The events after it are sent, those that were received before too, and no earlier one.",
  oldest: "Everything that is kept is sent again, 7 days by default. Each event has the webhook-id that it had before."
} as const

const choiceTitles = {
  stopped: "From where it stopped",
  after: "After an event",
  oldest: "All events that are kept"
} as const

/** Asks from where a webhook continues: where it stopped, after an event, or from the oldest one that is kept. */
export const ReplayDialog = ({
  cursor,
  onChanged,
  onClose,
  webhook
}: {
  readonly webhook: Webhook
  /** The cursor of the event that was chosen before; empty for none. */
  readonly cursor: string
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const [from, setFrom] = useState<ReplayFrom>(cursor === "" ? "stopped" : "after")
  const [typed, setTyped] = useState(cursor)
  return (
    <Confirm
      title="Continue or send events again"
      verb="Send"
      act={() => {
        const params = { webhook_uuid: webhook.uuid }
        return call("POST /v1/webhooks/:webhook_uuid/replay", { params, body: replayOf(from, typed) })
      }}
      done="The webhook continues."
      onDone={onChanged}
      places={["after"]}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p class="webhooks-url">{webhook.url}</p>
          <SelectField
            label="From where"
            hint={choiceHints[from]}
            choices={choicesOf(choiceTitles)}
            value={from}
            onValue={setFrom}
          />
          {from === "after" && (
            <TextField
              label="Cursor of the event"
              hint={
                <>
                  It is copied from a line of the <a href={pathTo("events")}>events.</a>
                </>
              }
              error={refusal?.at("after")}
              spellcheck={false}
              value={typed}
              onValue={setTyped}
            />
          )}
        </>
      )}
    </Confirm>
  )
}
