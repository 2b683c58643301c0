import { call } from "../api/Client.ts"
import { readStruct, readText } from "../reading/Reader.ts"
import { inputsOf, useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { DraftDialog } from "../ui/forms/DraftForm.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import type { ContactList } from "../sets/Sets.tsx"

const readTyped = readStruct({ name: readText, emoji: readText })

/** Creates or renames a list. */
export const ListForm = ({
  list,
  onClose,
  onDone
}: {
  /** The list to rename; undefined to create a list. */
  readonly list?: ContactList
  readonly onDone: (list: ContactList) => void
  readonly onClose: () => void
}) => {
  const before = { name: list?.name ?? "", emoji: list?.emoji ?? "" }
  const draft = useDraft(`list.${list?.uuid ?? "new"}`, before, readTyped)
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
  const input = inputsOf(draft, action.refusal)
  return (
    <DraftDialog
      title={list === undefined ? "New list" : "Rename"}
      verb={list === undefined ? "Create the list" : "Save"}
      action={action}
      draft={draft}
      places={["name", "emoji"]}
      onClose={onClose}
    >
      <TextField label="Name" {...input("name")} />
      <TextField label="Emoji" optional hint="One emoji, shown before the name." {...input("emoji")} />
    </DraftDialog>
  )
}
