import { call } from "../api/Client.ts"
import { Refusal } from "../api/Refusal.ts"
import { EventTypeChoice } from "../events/EventTypeChoice.tsx"
import { text } from "../texts/Text.ts"
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
        const message = text("webhooks.form.noTypes")
        throw new Refusal(422, message, [{ place: "types", text: message, kind: null }])
      }
      const body = bodyOf(form)
      if (webhook === undefined) return (await call("POST /v1/webhooks", { body })).secret
      await call("PATCH /v1/webhooks/:webhook_uuid", { params: { webhook_uuid: webhook.uuid }, body })
      return undefined
    },
    (secret) => {
      if (secret === undefined) toast(text("webhooks.form.saved"))
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
      title={text(webhook === undefined ? "webhooks.form.new" : "webhooks.form.edit")}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={giveUp}>{text("ui.cancel")}</Button>
          <Button look="primary" type="submit" form={id} busy={save.busy}>
            {text(webhook === undefined ? "webhooks.form.create" : "webhooks.form.save")}
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
          label={text("webhooks.form.url")}
          hint={text("webhooks.form.urlHint")}
          error={save.refusal?.at("url")}
          type="url"
          inputMode="url"
          placeholder="https://"
          spellcheck={false}
          value={form.url}
          onValue={(url) => set({ ...form, url })}
        />
        <SelectField
          label={text("webhooks.form.types")}
          error={save.refusal?.at("types")}
          choices={[
            { value: "every", title: text("webhooks.form.every") },
            { value: "some", title: text("webhooks.form.some") }
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
