import { call } from "../api/Client.ts"
import { readText, readStruct } from "../reading/Reader.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { DraftForm } from "../ui/forms/DraftForm.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import type { ContactList } from "./ListPicker.tsx"

interface TypedList {
  readonly name: string
  readonly emoji: string
}

const readTyped = readStruct<TypedList>({ name: readText, emoji: readText })

/** Creates a list, or gives one another name. */
export const ListForm = ({
  list,
  onCancel,
  onDone
}: {
  /** The list that is renamed. Without one, another is created. */
  readonly list?: ContactList
  readonly onDone: (list: ContactList) => void
  readonly onCancel: () => void
}) => {
  const before = { name: list?.name ?? "", emoji: list?.emoji ?? "" }
  const draft = useDraft(`list.${list?.uuid ?? "new"}`, before, readTyped)
  const { emoji, name } = draft.value
  const action = useSubmit(
    draft,
    ({ emoji, name }) => {
      const body = { name, emoji: emoji.trim() === "" ? null : emoji.trim() }
      return list === undefined
        ? call("POST /v1/contact-lists", { body })
        : call("PATCH /v1/contact-lists/:contact_list_uuid", { params: { contact_list_uuid: list.uuid }, body })
    },
    onDone
  )
  const { refusal } = action
  return (
    <DraftForm
      action={action}
      draft={draft}
      class="lists-form"
      verb={list === undefined ? "Create the list" : "Save"}
      onCancel={onCancel}
    >
      <TextField label="Name" error={refusal?.at("name")} value={name} onValue={(name) => draft.set({ name, emoji })} />
      <TextField
        label="Emoji"
        optional
        hint="One emoji, shown before the name."
        error={refusal?.at("emoji")}
        value={emoji}
        onValue={(emoji) => draft.set({ name, emoji })}
      />
      <ErrorBox refusal={refusal} places={["name", "emoji"]} />
    </DraftForm>
  )
}
