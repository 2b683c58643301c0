import { call } from "../api/Client.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { useDraft, useSubmit, inputsOf } from "../ui/forms/Draft.ts"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { definitionOf, hasOptions, newField, readField, typedField, withLines, fieldTypeTitles } from "./FieldDraft.ts"
import { OptionsEditor } from "./OptionsEditor.tsx"
import { DraftDialog } from "../ui/forms/DraftForm.tsx"

const places = ["name", "field_type", "field_key", "icon", "select_options"]

/** The form for a new or existing field. */
export const FieldForm = ({
  field,
  onClose,
  onDone
}: {
  /** The field to change; undefined to define a new field. */
  readonly field: CustomField | undefined
  readonly onDone: () => void
  readonly onClose: () => void
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
  const input = inputsOf(draft, refusal, { type: "field_type", key: "field_key" })
  return (
    <DraftDialog
      title={field?.name ?? "New field"}
      verb={field === undefined ? "Create the field" : "Save"}
      action={action}
      draft={draft}
      places={places}
      onClose={onClose}
    >
      <TextField label="Name" {...input("name")} />
      <SelectField
        label="Kind"
        hint={field && "You can change it until a contact has a value."}
        choices={choicesOf(fieldTypeTitles)}
        {...input("type")}
        onValue={(type) => {
          const isNew = hasOptions(type) && value.options.length === 0
          draft.set({ ...value, type, options: isNew ? withLines([], 0, "") : value.options })
        }}
      />
      {hasOptions(value.type) && (
        <OptionsEditor options={value.options} onOptions={input("options").onValue} refusal={refusal} />
      )}
      {field === undefined && (
        <TextField
          label="Key"
          optional
          hint="Leave empty to derive it from the name. You can't change it later."
          spellcheck={false}
          {...input("key")}
        />
      )}
      <TextField
        label="Icon"
        optional
        hint="The name of an icon, for applications that show it."
        spellcheck={false}
        {...input("icon")}
      />
      <CheckField
        label="Values can change"
        hint="If off, a value can only be set when a contact is created."
        {...input("editable")}
      />
      <CheckField label="Sensitive" hint="Values don't appear in logs, errors or search." {...input("sensitive")} />
    </DraftDialog>
  )
}
