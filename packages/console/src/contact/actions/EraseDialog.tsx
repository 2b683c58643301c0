import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { send } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { Refusal, refusalOf } from "../../api/Refusal.ts"
import { pathTo } from "../../api/Place.ts"
import { text } from "../../texts/Text.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { forgetDraft } from "../../ui/forms/Draft.ts"
import { TextField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Contact } from "../../contacts/ContactEntry.ts"
import { draftOf } from "../../contacts/form/ContactForm.tsx"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { noteOf } from "../notes/Notes.tsx"
import { isSameName, readErased } from "./Erased.ts"

/** Erases a contact for good. It asks twice: the second time for the name of the contact. */
export const EraseDialog = ({ contact, onClose }: { readonly contact: Contact; readonly onClose: () => void }) => {
  const { route } = useLocation()
  const [sure, setSure] = useState(false)
  const [typed, setTyped] = useState("")
  const name = nameOf(contact)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("input")?.focus(), [sure])
  const { busy, refusal, run } = useAction(async () => {
    if (!isSameName(typed, name)) {
      const wrong = text("contact.erase.wrong", { name })
      throw new Refusal(422, wrong, [{ place: "name", text: wrong, kind: null }])
    }
    toast(await erase(contact.uuid))
    forgetDraft(draftOf(contact.uuid))
    forgetDraft(noteOf(contact.uuid))
    route(pathTo("contacts"))
  })
  return (
    <Dialog title={text(sure ? "contact.erase.again" : "contact.erase.title", { name })} steady onClose={onClose}>
      {sure ? (
        <form
          ref={form}
          class="contact-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <TextField
            key="name"
            label={text("contact.erase.type", { name })}
            error={refusal?.at("name")}
            spellcheck={false}
            value={typed}
            onValue={setTyped}
          />
          <ErrorBox refusal={refusal} places={["name"]} />
          <div class="form-buttons">
            <Button onClick={onClose}>{text("ui.cancel")}</Button>
            <Button look="danger" type="submit" busy={busy}>
              {text("contact.erase.button")}
            </Button>
          </div>
        </form>
      ) : (
        <div class="contact-form">
          <p>{text("contact.erase.gone")}</p>
          <p>{text("contact.erase.stays")}</p>
          <div class="form-buttons">
            <Button onClick={onClose}>{text("ui.cancel")}</Button>
            <Button look="danger" onClick={() => setSure(true)}>
              {text("contact.erase.next")}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** Erases, and returns what was removed in a sentence. */
const erase = async (contact_uuid: string): Promise<string> => {
  const response = await send("DELETE /v1/contacts/:contact_uuid", { params: { contact_uuid } })
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    throw refusalOf(response.status, body, response.headers.get("retry-after"))
  }
  const { counts, isComplete } = readErased(response.headers.get("rollcall-erased"))
  const removed = counts.map(({ count, of }) => text(`contact.erase.counts.${of}`, { count })).join(", ")
  const said = removed === "" ? text("contact.erase.done") : text("contact.erase.doneWith", { removed })
  return isComplete ? said : `${said} ${text("contact.erase.goesOn")}`
}
