import "../../contact/contact.css"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { allCustomFields } from "../ContactFields.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../../ui/answers/Skeleton.tsx"
import { useDraft, useSubmit } from "../../ui/forms/Draft.ts"
import { DraftForm } from "../../ui/forms/DraftForm.tsx"
import { TextField } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import {
  changesOf,
  type Contact,
  type CustomField,
  noDraft,
  placeOf,
  readDraft,
  type Typed,
  typedOf,
  writableFields
} from "../ContactEntry.ts"
import { FieldInput } from "./FieldInput.tsx"
import { predefinedFields } from "../PredefinedFields.ts"
import { own } from "../../reading/Own.ts"
import { pathTo } from "../../api/Place.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"

export interface ContactFormProps {
  /** The contact to edit; absent to create a contact. */
  readonly contact?: Contact
  readonly onDone: (contact: Contact) => void
  readonly onCancel: () => void
}

/** Returns the name of a contact's draft. */
export const draftOf = (uuid: string): string => `contact.${uuid}`

/** The form for a new or existing contact. Typed values are kept until they are saved or cancelled. */
export const ContactForm = ({ contact, onCancel, onDone }: ContactFormProps) => {
  const { refusal: noFields, reload, value: custom } = useLoad(allCustomFields, [])
  const draft = useDraft(draftOf(contact?.uuid ?? "new"), noDraft, readDraft)
  const fields = (custom ?? []).filter(({ editable }) => editable || contact === undefined)
  const fixed = (custom ?? []).filter((field) => !fields.includes(field))
  const action = useSubmit(
    draft,
    (typed) => save(contact, changesOf(typed, contact, fields)),
    (saved) => {
      if (saved !== contact) toast(contact === undefined ? "The contact is created." : "The changes are saved.")
      onDone(saved)
    }
  )
  const { refusal } = action
  const type = (place: string) => (typed: Typed) => draft.set({ ...draft.value, [place]: typed })
  const places = [...writableFields, ...fields.map(placeOf)]
  return (
    <DraftForm
      action={action}
      draft={draft}
      verb={contact === undefined ? "Create" : "Save"}
      places={places}
      onCancel={onCancel}
    >
      <div class="contact-inputs">
        {writableFields.map((name) => {
          const typed = draft.value[name]
          return (
            <TextField
              key={name}
              label={predefinedFields[name].title}
              inputMode={name === "phone_number" ? "tel" : name === "email" ? "email" : "text"}
              error={refusal?.at(name)}
              maxLength={1000}
              spellcheck={false}
              value={typeof typed === "string" ? typed : (contact?.[name] ?? "")}
              onValue={type(name)}
            />
          )
        })}
        {fields.map((field) => (
          <FieldInput
            key={field.uuid}
            field={field}
            typed={
              own(draft.value, placeOf(field)) ?? typedOf(field, own(contact?.custom_fields ?? {}, field.field_key))
            }
            onTyped={type(placeOf(field))}
            error={refusal?.at(placeOf(field))}
          />
        ))}
      </div>
      {custom === undefined && noFields === undefined && <Skeleton lines={2} />}
      {fixed.length > 0 && <p class="quiet">{`Can only be set when a contact is created: ${namesOf(fixed)}`}</p>}
      <ErrorBox refusal={noFields} onRetry={reload} />
    </DraftForm>
  )
}

const namesOf = (fields: ReadonlyArray<CustomField>): string => fields.map(({ name }) => name).join(", ")

const save = async (contact: Contact | undefined, body: ReturnType<typeof changesOf>): Promise<Contact> => {
  if (contact === undefined) return call("POST /v1/contacts", { body })
  if (Object.keys(body).length === 0) return contact
  return call("PATCH /v1/contacts/:contact_uuid", { params: { contact_uuid: contact.uuid }, body })
}

/** Creates a contact with the edit form, and opens it. */
export const CreateContact = () => {
  const { route } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
        Create contact
      </Button>
      {open && (
        <Dialog title="Create contact" wide onClose={close}>
          <ContactForm onCancel={close} onDone={({ uuid }) => route(pathTo(`contacts/${uuid}`))} />
        </Dialog>
      )}
    </>
  )
}
