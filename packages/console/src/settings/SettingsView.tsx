import "./settings.css"
import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Preview } from "./Preview.tsx"
import { formOf, readSettingsForm, saysTheSame, type Settings, settingsOf } from "./SettingsForm.ts"
import { ZoneFields } from "./ZoneFields.tsx"

/** What the workspace decides for itself: how often and when people get marketing. */
export const SettingsView = () => {
  const { loading, refusal, reload, value } = useLoad((signal) => call("GET /v1/settings", { signal }), [])
  const [saved, setSaved] = useState<Settings>()
  if (value !== undefined) return <Form saved={saved ?? value} onSaved={setSaved} />
  return (
    <Page title={text("shell.views.settings")}>
      <ErrorBox refusal={refusal} onRetry={reload} />
      {loading && <Skeleton lines={8} />}
    </Page>
  )
}

const places = [
  "frequency_cap.messages",
  "frequency_cap.days",
  "quiet_hours.from",
  "quiet_hours.until",
  "quiet_hours.time_zone",
  "quiet_hours.time_zone_field"
] as const

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const Form = ({ onSaved, saved }: { readonly saved: Settings; readonly onSaved: (saved: Settings) => void }) => {
  const before = formOf(saved, ownZone)
  const draft = useDraft("settings", before, readSettingsForm, saysTheSame)
  const { value: form } = draft
  const changed = !saysTheSame(form, before)
  const save = useSubmit(
    draft,
    (typed) => call("PUT /v1/settings", { body: settingsOf(typed) }),
    (now) => {
      toast(text("settings.saved"))
      onSaved(now)
    }
  )
  const errorAt = (place: (typeof places)[number]) => save.refusal?.at(place)
  const giveUp = () => {
    draft.discard()
    save.clear()
  }
  return (
    <Page
      title={text("shell.views.settings")}
      aside={
        <span role="status">
          {changed && <Badge tone="warn">{text(draft.restored ? "settings.restored" : "settings.changed")}</Badge>}
        </span>
      }
    >
      <form
        class="settings"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <Card title={text("settings.cap.title")}>
          <div class="settings-part">
            <p class="quiet">{text("settings.cap.text")}</p>
            <CheckField
              label={text("settings.cap.on")}
              checked={form.capped}
              onValue={(capped) => draft.set({ ...form, capped })}
            />
            {form.capped && (
              <div class="settings-row">
                <TextField
                  label={text("settings.cap.messages")}
                  hint={text("settings.cap.messagesHint")}
                  error={errorAt("frequency_cap.messages")}
                  type="number"
                  min={1}
                  max={1000}
                  value={form.messages}
                  onValue={(messages) => draft.set({ ...form, messages })}
                />
                <TextField
                  label={text("settings.cap.days")}
                  hint={text("settings.cap.daysHint")}
                  error={errorAt("frequency_cap.days")}
                  type="number"
                  min={1}
                  max={365}
                  value={form.days}
                  onValue={(days) => draft.set({ ...form, days })}
                />
              </div>
            )}
          </div>
        </Card>
        <Card title={text("settings.quiet.title")}>
          <div class="settings-part">
            <p class="quiet">{text("settings.quiet.text")}</p>
            <CheckField
              label={text("settings.quiet.on")}
              checked={form.quiet}
              onValue={(quiet) => draft.set({ ...form, quiet })}
            />
            {form.quiet && (
              <>
                <div class="settings-row">
                  <TextField
                    label={text("settings.quiet.from")}
                    error={errorAt("quiet_hours.from")}
                    type="time"
                    value={form.from}
                    onValue={(from) => draft.set({ ...form, from })}
                  />
                  <TextField
                    label={text("settings.quiet.until")}
                    error={errorAt("quiet_hours.until")}
                    type="time"
                    value={form.until}
                    onValue={(until) => draft.set({ ...form, until })}
                  />
                </div>
                <ZoneFields
                  form={form}
                  onForm={draft.set}
                  zoneError={errorAt("quiet_hours.time_zone")}
                  fieldError={errorAt("quiet_hours.time_zone_field")}
                />
              </>
            )}
          </div>
        </Card>
        <div class="settings-aside">
          <Preview form={form} />
        </div>
        <ErrorBox refusal={save.refusal} places={places} />
        <div class="settings-actions">
          <Button look="primary" type="submit" busy={save.busy} disabled={!changed}>
            {text("settings.save")}
          </Button>
          {changed && <Button onClick={giveUp}>{text("settings.discard")}</Button>}
        </div>
      </form>
    </Page>
  )
}
