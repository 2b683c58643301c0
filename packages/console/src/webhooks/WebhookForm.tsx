import { call } from "../api/Client.ts"
import { Refusal } from "../api/Refusal.ts"
import { EventTypeChoice } from "../events/EventTypeChoice.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { Restored } from "../ui/forms/DraftForm.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { bodyOf, formOf, readWebhookForm, type Webhook } from "./WebhookState.ts"

/** Makes a webhook, or changes one. */
export const WebhookForm = ({
  onClose,
  onMade,
  onSaved,
  webhook
}: {
  readonly webhook: Webhook | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Gets the secret of a webhook that was made. */
  readonly onMade: (secret: string) => void
}) => {
  const draft = useDraft(`webhook.${webhook?.uuid ?? "new"}`, formOf(webhook), readWebhookForm)
  const { set, value: form } = draft
  const save = useSubmit(
    draft,
    async (form) => {
      if (!form.every && form.types.length === 0) {
        const message = "Tick at least one type, or choose every event."
        throw new Refusal(422, message, [{ place: "types", text: message, kind: null }])
      }
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
  const giveUp = () => {
    draft.discard()
    onClose()
  }
  const id = webhook === undefined ? "webhook-new" : "webhook-edit"
  return (
    <Dialog
      title={webhook === undefined ? "New webhook" : "Edit the webhook"}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button look="primary" type="submit" form={id} busy={save.busy}>
            {webhook === undefined ? "Create the webhook" : "Save"}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="webhooks-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <Restored draft={draft} />
        <TextField
          label="URL"
          hint="An https address that is reached from the internet."
          error={save.refusal?.at("url")}
          type="url"
          inputMode="url"
          placeholder="https://"
          spellcheck={false}
          value={form.url}
          onValue={(url) => set({ ...form, url })}
        />
        <SelectField
          label="Events"
          error={save.refusal?.at("types")}
          choices={[
            { value: "every", title: "Every event, and types that come later" },
            { value: "some", title: "Only the types that are ticked" }
          ]}
          value={form.every ? "every" : "some"}
          onValue={(value) => set({ ...form, every: value === "every" })}
        />
        {!form.every && <EventTypeChoice chosen={form.types} onChosen={(types) => set({ ...form, types })} />}
        <ErrorBox refusal={save.refusal} places={["url", "types"]} />
      </form>
    </Dialog>
  )
}
