import { useEffect, useRef } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { isRecord, type Reader, readText } from "../reading/Reader.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft } from "../ui/forms/Draft.ts"
import { TextField } from "../ui/forms/FormField.tsx"
import type { ContactList } from "./ListPicker.tsx"

interface TypedList {
  readonly name: string
  readonly emoji: string
}

const readTyped: Reader<TypedList> = (value) => {
  if (!isRecord(value)) return undefined
  const [name, emoji] = [readText(value.name), readText(value.emoji)]
  return name === undefined || emoji === undefined ? undefined : { name, emoji }
}

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
  const form = useRef<HTMLFormElement>(null)
  const { busy, refusal, run } = useAction(async () => {
    const body = { name, emoji: emoji.trim() === "" ? null : emoji.trim() }
    const saved = await (list === undefined
      ? call("POST /v1/contact-lists", { body })
      : call("PATCH /v1/contact-lists/:contact_list_uuid", { params: { contact_list_uuid: list.uuid }, body }))
    draft.discard()
    onDone(saved)
  })
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [refusal])
  return (
    <form
      ref={form}
      class="lists-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextField
        label={text("lists.name")}
        autoFocus
        error={refusal?.at("name")}
        value={name}
        onValue={(name) => draft.set({ name, emoji })}
      />
      <TextField
        label={text("lists.emoji")}
        optional
        hint={text("lists.emojiHint")}
        error={refusal?.at("emoji")}
        value={emoji}
        onValue={(emoji) => draft.set({ name, emoji })}
      />
      <ErrorBox refusal={refusal} places={["name", "emoji"]} />
      <div class="lists-buttons">
        <Button
          onClick={() => {
            draft.discard()
            onCancel()
          }}
        >
          {text("ui.cancel")}
        </Button>
        <Button look="primary" type="submit" busy={busy}>
          {text(list === undefined ? "lists.create" : "ui.save")}
        </Button>
      </div>
    </form>
  )
}
