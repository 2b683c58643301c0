import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { TextField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { type ReplayFrom, replayOf, type Webhook } from "./WebhookState.ts"

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
  const replay = useAction(async () => {
    const params = { webhook_uuid: webhook.uuid }
    await call("POST /v1/webhooks/:webhook_uuid/replay", { params, body: replayOf(from, typed) })
    toast(text("webhooks.replay.done"))
    onChanged()
  })
  return (
    <Confirm
      title={text("webhooks.replay.title")}
      verb={text("webhooks.replay.verb")}
      action={replay}
      places={["after"]}
      onClose={onClose}
    >
      <p class="webhooks-url">{webhook.url}</p>
      <SelectField
        label={text("webhooks.replay.from")}
        hint={text(`webhooks.replay.hints.${from}`)}
        choices={(["stopped", "after", "oldest"] as const).map((value) => ({
          value,
          title: text(`webhooks.replay.choices.${value}`)
        }))}
        value={from}
        onValue={setFrom}
      />
      {from === "after" && (
        <TextField
          label={text("webhooks.replay.cursor")}
          hint={
            <>
              {text("webhooks.replay.cursorHint")} <a href={pathTo("events")}>{text("webhooks.replay.events")}</a>
            </>
          }
          error={replay.refusal?.at("after")}
          spellcheck={false}
          value={typed}
          onValue={setTyped}
        />
      )}
    </Confirm>
  )
}
