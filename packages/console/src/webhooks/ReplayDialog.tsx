import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { pathTo } from "../api/Place.ts"
import { TextField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { type ReplayFrom, replayOf, type Webhook } from "./WebhookState.ts"

const choiceHints = {
  stopped: "Events that weren't received are sent now. Nothing is sent twice.",
  after: "All events after this event are sent, including events that were already received.",
  oldest: "All stored events are sent again, 7 days by default. Each event keeps its webhook-id."
} as const

const choiceTitles = {
  stopped: "From where it stopped",
  after: "After an event",
  oldest: "All stored events"
} as const

/** Asks where a webhook continues: where it stopped, after an event, or from the oldest stored event. */
export const ReplayDialog = ({
  cursor,
  onChanged,
  onClose,
  webhook
}: {
  readonly webhook: Webhook
  /** The cursor of a preselected event; empty for none. */
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
            label="Start"
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
                  Copy it from a row of the <a href={pathTo("events")}>events.</a>
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
