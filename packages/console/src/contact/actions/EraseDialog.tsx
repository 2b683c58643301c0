import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { send } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { refusalOf, refusedAt } from "../../api/Refusal.ts"
import { pathTo } from "../../api/Place.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { forgetDraft } from "../../ui/forms/Draft.ts"
import { Form } from "../../ui/forms/Form.tsx"
import { TextField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Contact } from "../../contacts/ContactEntry.ts"
import { draftOf } from "../../contacts/form/ContactForm.tsx"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { noteOf } from "../notes/Notes.tsx"
import { isSameName, readErased } from "./Erased.ts"
import { plural } from "../../texts/Text.ts"

const countTexts = {
  notes: (count: number) => plural(count, "# note", "# notes"),
  custom_fields: (count: number) => plural(count, "# value", "# values"),
  contact_lists: (count: number) => plural(count, "# place on a list", "# places on lists"),
  recipients: (count: number) => plural(count, "# recipient of a broadcast", "# recipients of broadcasts"),
  import_rows: (count: number) => plural(count, "# row of an import", "# rows of imports"),
  messages: (count: number) => plural(count, "# message", "# messages")
} as const

/** Erases a contact permanently. Asks for confirmation, then for the contact's name. */
export const EraseDialog = ({ contact, onClose }: { readonly contact: Contact; readonly onClose: () => void }) => {
  const { route } = useLocation()
  const [sure, setSure] = useState(false)
  const [typed, setTyped] = useState("")
  const name = nameOf(contact)
  const eraseNow = async () => {
    if (!isSameName(typed, name)) throw refusedAt("name", `Type ${name} exactly as shown.`)
    toast(await erase(contact.uuid))
    forgetDraft(draftOf(contact.uuid))
    forgetDraft(noteOf(contact.uuid))
    route(pathTo("contacts"))
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("input")?.focus(), [sure])
  const { busy, refusal, run } = useAction(eraseNow)
  return (
    <Dialog title={sure ? `Erase ${name} for good` : `Erase ${name}?`} steady onClose={onClose}>
      <Form formRef={form} class="stack" onSubmit={() => (sure ? void run() : setSure(true))}>
        {sure ? (
          <TextField
            label={`Type “${name}” to erase it`}
            error={refusal?.at("name")}
            spellcheck={false}
            value={typed}
            onValue={setTyped}
          />
        ) : (
          <>
            <p>
              This removes the contact with its notes, values and list memberships, its data in broadcasts and imports,
              and the messages it sent. You can't undo this.
            </p>
            <p>The counts of broadcasts stay the same. An opt-out of its number stays in force.</p>
          </>
        )}
        <ErrorBox refusal={refusal} places={["name"]} />
        <div class="form-buttons">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" busy={busy}>
            {sure ? "Erase for good" : "Continue"}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Erases the contact, and returns a sentence about the removed data. */
const erase = async (contact_uuid: string): Promise<string> => {
  const response = await send("DELETE /v1/contacts/:contact_uuid", { params: { contact_uuid } })
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    throw refusalOf(response.status, body, response.headers.get("retry-after"))
  }
  const { counts, isComplete } = readErased(response.headers.get("rollcall-erased"))
  const removed = counts.map(({ count, of }) => countTexts[of](count)).join(", ")
  const said = removed === "" ? "The contact is erased." : `The contact is erased, with ${removed}.`
  return isComplete ? said : `${said} The server removes the rest in the background.`
}
