import { call } from "../api/Client.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { DraftForm } from "../ui/forms/DraftForm.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { definitionOf, hasOptions, newField, readField, typedField, withLines, fieldTypeTitles } from "./FieldDraft.ts"
import { OptionsEditor } from "./OptionsEditor.tsx"

const places = ["name", "field_type", "field_key", "icon", "select_options"]

/** Defines a field, or changes one. What the API refuses stands beside its input. */
export const FieldForm = ({
  field,
  onCancel,
  onDone
}: {
  /** The field that is changed. Without one, another is defined. */
  readonly field?: CustomField
  readonly onDone: () => void
  readonly onCancel: () => void
}) => {
  const draft = useDraft(`field.${field?.uuid ?? "new"}`, field ? typedField(field) : newField, readField)
  const { value } = draft
  const action = useSubmit(
    draft,
    (typed) => {
      const body = definitionOf(typed)
      return field === undefined
        ? call("POST /v1/custom-fields", { body: { ...body, field_key: typed.key.trim() === "" ? null : typed.key } })
        : call("PATCH /v1/custom-fields/:custom_field_uuid", { params: { custom_field_uuid: field.uuid }, body })
    },
    () => {
      toast(field === undefined ? "The field is created." : "The field is saved.")
      onDone()
    }
  )
  const { refusal } = action
  const set = (change: Partial<typeof value>) => draft.set({ ...value, ...change })
  return (
    <DraftForm
      action={action}
      draft={draft}
      class="fields-form"
      verb={field === undefined ? "Create the field" : "Save"}
      onCancel={onCancel}
    >
      <TextField label="Name" error={refusal?.at("name")} value={value.name} onValue={(name) => set({ name })} />
      <SelectField
        label="Kind"
        {...(field === undefined ? {} : { hint: "It can change while no contact has a value." })}
        error={refusal?.at("field_type")}
        choices={choicesOf(fieldTypeTitles)}
        value={value.type}
        onValue={(type) =>
          set({ type, options: hasOptions(type) && value.options.length === 0 ? withLines([], 0, "") : value.options })
        }
      />
      {hasOptions(value.type) && (
        <OptionsEditor options={value.options} onOptions={(options) => set({ options })} refusal={refusal} />
      )}
      {field === undefined && (
        <TextField
          label="Key"
          optional
          hint="Made of the name if it is left out. It never changes."
          error={refusal?.at("field_key")}
          spellcheck={false}
          value={value.key}
          onValue={(key) => set({ key })}
        />
      )}
      <TextField
        label="Icon"
        optional
        hint="The identifier of an icon, for applications that show one."
        error={refusal?.at("icon")}
        spellcheck={false}
        value={value.icon}
        onValue={(icon) => set({ icon })}
      />
      <CheckField
        label="Values can change"
        hint="Otherwise a value is given when a contact is created, and stays."
        checked={value.editable}
        onValue={(editable) => set({ editable })}
      />
      <CheckField
        label="Sensitive"
        hint="Values stay out of logs, errors and the free-text search."
        checked={value.sensitive}
        onValue={(sensitive) => set({ sensitive })}
      />
      <ErrorBox refusal={refusal} places={places} />
    </DraftForm>
  )
}
