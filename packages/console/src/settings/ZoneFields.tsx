import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import type { Inputs } from "../ui/forms/Draft.ts"
import { SelectField, withChosen } from "../ui/forms/Select.tsx"
import { ZoneField } from "../ui/forms/ZoneField.tsx"
import type { SettingsForm } from "./SettingsForm.ts"

/** The source of a recipient's time zone: a custom field, then the workspace's zone. */
export const ZoneFields = ({ input }: { readonly input: Inputs<SettingsForm> }) => {
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
