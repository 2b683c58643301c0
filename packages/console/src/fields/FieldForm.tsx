import { call } from "../api/Client.ts"
import type { CustomField } from "../contacts/ContactEntry.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { DraftForm } from "../ui/forms/DraftForm.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { definitionOf, fieldTypes, hasOptions, newField, readField, typedField, withLines } from "./FieldDraft.ts"
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
      toast(text(field === undefined ? "fields.created" : "fields.saved"))
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
      verb={text(field === undefined ? "fields.create" : "ui.save")}
      onCancel={onCancel}
    >
      <TextField
        label={text("fields.name")}
        error={refusal?.at("name")}
        value={value.name}
        onValue={(name) => set({ name })}
      />
      <SelectField
        label={text("fields.type")}
        {...(field === undefined ? {} : { hint: text("fields.typeHint") })}
        error={refusal?.at("field_type")}
        choices={fieldTypes.map((type) => ({ value: type, title: text(`fields.types.${type}`) }))}
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
          label={text("fields.key")}
          optional
          hint={text("fields.keyHint")}
          error={refusal?.at("field_key")}
          spellcheck={false}
          value={value.key}
          onValue={(key) => set({ key })}
        />
      )}
      <TextField
        label={text("fields.icon")}
        optional
        hint={text("fields.iconHint")}
        error={refusal?.at("icon")}
        spellcheck={false}
        value={value.icon}
        onValue={(icon) => set({ icon })}
      />
      <CheckField
        label={text("fields.editable")}
        hint={text("fields.editableHint")}
        checked={value.editable}
        onValue={(editable) => set({ editable })}
      />
      <CheckField
        label={text("fields.sensitive")}
        hint={text("fields.sensitiveHint")}
        checked={value.sensitive}
        onValue={(sensitive) => set({ sensitive })}
      />
      <ErrorBox refusal={refusal} places={places} />
    </DraftForm>
  )
}
