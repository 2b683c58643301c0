import { readText, readStruct } from "../../reading/Reader.ts"
import { useDraft, useSubmit, inputsOf } from "../../ui/forms/Draft.ts"
import { DraftForm } from "../../ui/forms/DraftForm.tsx"
import { TextArea, TextField } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"

const readNote = readStruct({ title: readText, body: readText })

const nothing = { title: "", body: "" }

/** The form for a new or existing note. */
export const NoteForm = ({
  name,
  note = nothing,
  onCancel,
  onSaved,
  save,
  verb
}: {
  /** The name of the form's draft. */
  readonly name: string
  readonly note?: typeof nothing
  readonly verb: string
  readonly onCancel?: () => void
  readonly save: (note: {
    readonly title: string | null
    readonly content: { readonly text: string }
  }) => Promise<unknown>
  readonly onSaved: () => void
}) => {
  const draft = useDraft(name, note, readNote)
  const action = useSubmit(
    draft,
    ({ body, title }) => save({ title: title.trim() === "" ? null : title, content: { text: body } }),
    () => {
      toast("The note is saved.")
      onSaved()
    }
  )
  const input = inputsOf(draft, action.refusal, { body: "content" })
  return (
    <DraftForm action={action} draft={draft} verb={verb} places={["title", "content"]} onCancel={onCancel} isInline>
      <TextField label="Title" optional {...input("title")} />
      <TextArea label="Note" {...input("body")} />
    </DraftForm>
  )
}
