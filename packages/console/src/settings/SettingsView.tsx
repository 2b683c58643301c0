import "./settings.css"
import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
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
    <Page title="Settings">
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
      toast("The settings are saved. They count within seconds.")
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
      title="Settings"
      aside={
        <span role="status">
          {changed && (
            <Badge tone="warn">{draft.restored ? "Changes from before, not saved yet" : "Not saved yet"}</Badge>
          )}
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
        <Card title="Frequency cap">
          <div class="settings-part">
            <p class="quiet">
              How often one contact gets marketing messages at most, whichever broadcasts send them. Who has had as many
              is rejected with the reason frequency_cap.
            </p>
            <CheckField
              label="Limit how often contacts get marketing"
              checked={form.capped}
              onValue={(capped) => draft.set({ ...form, capped })}
            />
            {form.capped && (
              <div class="settings-row">
                <TextField
                  label="Messages"
                  hint="1 to 1,000"
                  error={errorAt("frequency_cap.messages")}
                  type="number"
                  min={1}
                  max={1000}
                  value={form.messages}
                  onValue={(messages) => draft.set({ ...form, messages })}
                />
                <TextField
                  label="Days"
                  hint="1 to 365 calendar days of the recipient, today included"
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
        <Card title="Quiet hours">
          <div class="settings-part">
            <p class="quiet">
              When no marketing is sent, by the clock of each recipient. A message waits until the hours end, unless its
              broadcast ends before.
            </p>
            <CheckField
              label="Send no marketing at certain hours"
              checked={form.quiet}
              onValue={(quiet) => draft.set({ ...form, quiet })}
            />
            {form.quiet && (
              <>
                <div class="settings-row">
                  <TextField
                    label="From"
                    error={errorAt("quiet_hours.from")}
                    type="time"
                    value={form.from}
                    onValue={(from) => draft.set({ ...form, from })}
                  />
                  <TextField
                    label="Until"
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
            Save the settings
          </Button>
          {changed && <Button onClick={giveUp}>Discard the changes</Button>}
        </div>
      </form>
    </Page>
  )
}
