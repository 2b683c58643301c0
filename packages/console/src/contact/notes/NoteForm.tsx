import { readText, readStruct } from "../../reading/Reader.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { useDraft, useSubmit } from "../../ui/forms/Draft.ts"
import { DraftForm } from "../../ui/forms/DraftForm.tsx"
import { TextArea, TextField } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"

interface TypedNote {
  readonly title: string
  readonly body: string
}

const nothing: TypedNote = { title: "", body: "" }

const readNote = readStruct<TypedNote>({ title: readText, body: readText })

/** A note that is written or edited. */
export const NoteForm = ({
  name,
  note = nothing,
  onCancel,
  onSaved,
  save,
  verb
}: {
  /** The name of its draft. */
  readonly name: string
  readonly note?: TypedNote
  readonly verb: string
  readonly onCancel?: () => void
  readonly save: (note: {
    readonly title: string | null
    readonly content: { readonly text: string }
  }) => Promise<unknown>
  readonly onSaved: () => void
}) => {
  const draft = useDraft(name, note, readNote)
  const { body, title } = draft.value
  const action = useSubmit(
    draft,
    ({ body, title }) => save({ title: title.trim() === "" ? null : title, content: { text: body } }),
    () => {
      toast("The note is saved.")
      onSaved()
    }
  )
  const { refusal } = action
  return (
    <DraftForm
      action={action}
      draft={draft}
      class="contact-form"
      verb={verb}
      onCancel={onCancel}
      isPrimary={false}
      takesFocus={false}
    >
      <TextField
        label="Title"
        optional
        error={refusal?.at("title")}
        value={title}
        onValue={(title) => draft.set({ title, body })}
      />
      <TextArea
        label="Note"
        error={refusal?.at("content")}
        value={body}
        onValue={(body) => draft.set({ title, body })}
      />
      <ErrorBox refusal={refusal} places={["title", "content"]} />
    </DraftForm>
  )
}
