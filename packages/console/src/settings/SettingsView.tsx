import "./settings.css"
import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { type Inputs, inputsOf, useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { Form } from "../ui/forms/Form.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField, withChosen } from "../ui/forms/Select.tsx"
import { ZoneField } from "../ui/forms/ZoneField.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Preview } from "./Preview.tsx"
import {
  formOf,
  hasSameSettings,
  readSettingsForm,
  type Settings,
  type SettingsForm,
  settingsOf
} from "./SettingsForm.ts"
import { LoadedPage } from "../ui/Listing.tsx"
import { browserZone } from "../zones/Zone.ts"

/** The workspace's marketing limits: frequency and hours. */
export const SettingsView = () => {
  const loaded = useLoad((signal) => call("GET /v1/settings", { signal }), [])
  const [saved, setSaved] = useState<Settings>()
  return (
    <LoadedPage title="Settings" loaded={loaded}>
      {(value) => <Limits saved={saved ?? value} onSaved={setSaved} />}
    </LoadedPage>
  )
}

/** The paths of the form's members in a request. */
const places = {
  messages: "frequency_cap.messages",
  days: "frequency_cap.days",
  from: "quiet_hours.from",
  until: "quiet_hours.until",
  zone: "quiet_hours.time_zone",
  zoneField: "quiet_hours.time_zone_field"
} as const

const Limits = ({ onSaved, saved }: { readonly saved: Settings; readonly onSaved: (saved: Settings) => void }) => {
  const before = formOf(saved, browserZone())
  const draft = useDraft("settings", before, readSettingsForm, hasSameSettings)
  const { value: form } = draft
  const changed = !hasSameSettings(form, before)
  const save = useSubmit(
    draft,
    (typed) => call("PUT /v1/settings", { body: settingsOf(typed) }),
    (now) => {
      toast("The settings are saved. They take effect within seconds.")
      onSaved(now)
    }
  )
  const input = inputsOf(draft, save.refusal, places)
  const giveUp = () => {
    draft.discard()
    save.clear()
  }
  return (
    <Page
      title="Settings"
      aside={
        <span role="status">
          {changed && <Badge tone="warn">{draft.restored ? "Unsaved changes restored" : "Unsaved changes"}</Badge>}
        </span>
      }
    >
      <Form class="settings" onSubmit={() => void save.run()}>
        <Card title="Frequency cap">
          <div class="settings-part">
            <p class="quiet">
              The most marketing messages a contact gets, over all broadcasts. A contact at the limit gets no further
              marketing message.
            </p>
            <CheckField label="Limit how often contacts get marketing" {...input("capped")} />
            {form.capped && (
              <div class="settings-row">
                <TextField label="Messages" hint="1 to 1,000" type="number" min={1} max={1000} {...input("messages")} />
                <TextField
                  label="Days"
                  hint="1 to 365 calendar days, including today"
                  type="number"
                  min={1}
                  max={365}
                  {...input("days")}
                />
              </div>
            )}
          </div>
        </Card>
        <Card title="Quiet hours">
          <div class="settings-part">
            <p class="quiet">
              When no marketing is sent, in each recipient's time zone. Messages wait until quiet hours end, unless the
              broadcast ends first.
            </p>
            <CheckField label="Send no marketing at certain hours" {...input("quiet")} />
            {form.quiet && (
              <>
                <div class="settings-row">
                  <TextField label="From" type="time" {...input("from")} />
                  <TextField label="Until" type="time" {...input("until")} />
                </div>
                <ZoneFields input={input} />
              </>
            )}
          </div>
        </Card>
        <div class="settings-aside">
          <Preview form={form} />
        </div>
        <ErrorBox refusal={save.refusal} places={Object.values(places)} />
        <div class="settings-actions">
          <Button look="primary" type="submit" busy={save.busy} disabled={!changed}>
            Save the settings
          </Button>
          {changed && <Button onClick={giveUp}>Discard the changes</Button>}
        </div>
      </Form>
    </Page>
  )
}

/** The source of a recipient's time zone: a custom field, then the workspace's zone. */
const ZoneFields = ({ input }: { readonly input: Inputs<SettingsForm> }) => {
  const { value } = useLoad((signal) => call("GET /v1/custom-fields", { query: { limit: 100 }, signal }), [])
  const chosen = input("zoneField")
  const fields = (value?.custom_fields ?? []).filter(
    ({ field_type, status }) => field_type === "text" && status === "active"
  )
  return (
    <div class="settings-row">
      <SelectField
        label="Custom field with the contact's time zone"
        hint="A text field with values such as Europe/Berlin."
        {...chosen}
        choices={withChosen(
          [{ value: "", title: "None" }, ...fields.map(({ field_key, name }) => ({ value: field_key, title: name }))],
          chosen.value
        )}
      />
      <ZoneField
        label="Default time zone"
        hint="Used if neither the field nor the phone number gives a time zone."
        {...input("zone")}
      />
    </div>
  )
}
