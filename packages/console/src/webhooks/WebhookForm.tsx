import { call } from "../api/Client.ts"
import { EventTypeChoice } from "../events/EventTypeChoice.tsx"
import { useDraft, useSubmit, inputsOf } from "../ui/forms/Draft.ts"
import { TextField } from "../ui/forms/FormField.tsx"
import { choicesOf, SelectField } from "../ui/forms/Select.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { bodyOf, formOf, readWebhookForm, type Webhook } from "./WebhookState.ts"
import { DraftDialog } from "../ui/forms/DraftForm.tsx"
import { refusedAt } from "../api/Refusal.ts"

/** Creates or changes a webhook. */
export const WebhookForm = ({
  onClose,
  onMade,
  onSaved,
  webhook
}: {
  readonly webhook: Webhook | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Called with the secret of a new webhook. */
  readonly onMade: (secret: string) => void
}) => {
  const draft = useDraft(`webhook.${webhook?.uuid ?? "new"}`, formOf(webhook), readWebhookForm)
  const save = useSubmit(
    draft,
    async (form) => {
      if (!form.every && form.types.length === 0)
        throw refusedAt("types", "Select at least one type, or choose every event.")
      const body = bodyOf(form)
      if (webhook === undefined) return (await call("POST /v1/webhooks", { body })).secret
      await call("PATCH /v1/webhooks/:webhook_uuid", { params: { webhook_uuid: webhook.uuid }, body })
      return undefined
    },
    (secret) => {
      if (secret === undefined) toast("The webhook is saved.")
      else onMade(secret)
      onSaved()
      onClose()
    }
  )
  const input = inputsOf(draft, save.refusal)
  return (
    <DraftDialog
      title={webhook === undefined ? "New webhook" : "Edit the webhook"}
      verb={webhook === undefined ? "Create the webhook" : "Save"}
      wide
      action={save}
      draft={draft}
      places={["url", "types"]}
      onClose={onClose}
    >
      <TextField
        label="URL"
        hint="An https URL that is reachable from the internet."
        type="url"
        inputMode="url"
        placeholder="https://"
        spellcheck={false}
        {...input("url")}
      />
      <SelectField
        label="Events"
        error={input("types").error}
        choices={choicesOf({ every: "Every event, including future types", some: "Only the selected types" })}
        value={draft.value.every ? "every" : "some"}
        onValue={(value) => input("every").onValue(value === "every")}
      />
      {!draft.value.every && <EventTypeChoice chosen={draft.value.types} onChosen={input("types").onValue} />}
    </DraftDialog>
  )
}
