import { TextArea, TextField, CheckFields, FieldSet } from "../../ui/forms/FormField.tsx"
import { choicesOf, SelectField } from "../../ui/forms/Select.tsx"
import type { CustomField, Typed } from "../ContactEntry.ts"

export interface FieldInputProps {
  readonly field: CustomField
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
  readonly error: string | undefined
}

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The input of a custom field, by its kind. The API decides which values are valid. */
export const FieldInput = (props: FieldInputProps) => {
  const { error, field, onTyped, typed } = props
  const text = typeof typed === "string" ? typed : ""
  const shared = { label: field.name, error, value: text, onValue: onTyped }
  switch (field.field_type) {
    case "text":
      return <TextArea {...shared} rows={1} />
    case "number:integer":
      return <TextField {...shared} inputMode="numeric" />
    case "number:decimal":
      return <TextField {...shared} inputMode="decimal" />
    case "number:percentage":
      return <TextField {...shared} inputMode="decimal" hint="In percent" />
    case "date":
    case "date:relative":
      return <TextField {...shared} type="date" />
    case "date:time":
      return <TextField {...shared} type="time" />
    case "date:date_time":
      return <TextField {...shared} type="datetime-local" hint={`In the time zone ${zone}`} />
    case "user":
      return <TextField {...shared} spellcheck={false} hint="The ID of a user" />
    case "checkbox":
      return <SelectField {...shared} choices={choicesOf({ "": "None", true: "Yes", false: "No" })} />
    case "select":
      return (
        <SelectField
          {...shared}
          choices={[
            { value: "", title: "None" },
            ...optionsOf(field, [text]).map((option) => ({ value: option.field_key, title: option.display_label }))
          ]}
        />
      )
    case "multiselect":
      return <Options {...props} />
  }
}

/** Returns the active options, and the archived options that the contact has. */
const optionsOf = ({ select_options = [] }: CustomField, had: ReadonlyArray<string>) =>
  select_options.filter(({ archived, field_key }) => !archived || had.includes(field_key))

const Options = ({ error, field, onTyped, typed }: FieldInputProps) => {
  const chosen = typeof typed === "string" ? [] : typed
  return (
    <FieldSet label={field.name} error={error}>
      <div class="contact-options">
        <CheckFields
          choices={optionsOf(field, chosen).map((option) => ({ value: option.field_key, label: option.display_label }))}
          chosen={chosen}
          onChosen={onTyped}
        />
      </div>
    </FieldSet>
  )
}
