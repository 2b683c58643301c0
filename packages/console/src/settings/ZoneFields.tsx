import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { Combobox } from "../ui/forms/Combobox.tsx"
import { FormField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import type { SettingsForm } from "./SettingsForm.ts"

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
  value: zone,
  title: zone.replaceAll("_", " ")
}))

/** From where the time zone of a recipient comes: a custom field, and where nothing says it the workspace. */
export const ZoneFields = ({
  fieldError,
  form,
  onForm,
  zoneError
}: {
  readonly form: SettingsForm
  readonly onForm: (form: SettingsForm) => void
  readonly zoneError: string | undefined
  readonly fieldError: string | undefined
}) => {
  const { value } = useLoad((signal) => call("GET /v1/custom-fields", { query: { limit: 100 }, signal }), [])
  const fields = (value?.custom_fields ?? []).filter(
    ({ field_type, status }) => field_type === "text" && status === "active"
  )
  const choices = fields.map(({ field_key, name }) => ({ value: field_key, title: name }))
  // The key that is stored stays a choice while the fields are not known, or must not be read.
  const isKnown = form.zoneField === "" || choices.some((choice) => choice.value === form.zoneField)
  return (
    <div class="settings-row">
      <SelectField
        label="Custom field with the zone of a contact"
        hint="A field of the type text with values such as Europe/Berlin."
        error={fieldError}
        choices={[
          { value: "", title: "None" },
          ...choices,
          ...(isKnown ? [] : [{ value: form.zoneField, title: form.zoneField }])
        ]}
        value={form.zoneField}
        onValue={(zoneField) => onForm({ ...form, zoneField })}
      />
      <FormField label="Zone of all others" hint="Where neither the field nor the number says it." error={zoneError}>
        {(field) => (
          <Combobox
            {...field}
            options={
              zones.some(({ value }) => value === form.zone)
                ? zones
                : [{ value: form.zone, title: form.zone }, ...zones]
            }
            value={form.zone}
            onValue={(zone) => onForm({ ...form, zone })}
          />
        )}
      </FormField>
    </div>
  )
}
