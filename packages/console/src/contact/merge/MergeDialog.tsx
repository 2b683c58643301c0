import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction, useLoad } from "../../api/Load.ts"
import { Refusal } from "../../api/Refusal.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { FormField } from "../../ui/forms/FormField.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { type Contact, type CustomField, writableFields } from "../../contacts/ContactEntry.ts"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { Value } from "../Value.tsx"
import { type Difference, differencesOf, type Keep } from "./Merge.ts"
import { predefinedFields } from "../../contacts/PredefinedFields.ts"

/** Merges another contact into this one. Where both have a value, one is chosen. */
export const MergeDialog = ({
  contact,
  fields,
  onClose,
  onMerged,
  other: given
}: {
  readonly contact: Contact
  /** The contact to merge. Without one, it is searched for. */
  readonly other?: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly onClose: () => void
  readonly onMerged: () => void
}) => {
  const [other, setOther] = useState(given)
  const [keep, setKeep] = useState<Keep>({})
  const { busy, refusal, run } = useAction(async () => {
    if (other === undefined) {
      const missing = "Choose a contact."
      throw new Refusal(422, missing, [{ place: "from", text: missing, kind: "missing" }])
    }
    const params = { contact_uuid: contact.uuid }
    await call("POST /v1/contacts/:contact_uuid/merge", { params, body: { from: other.uuid, keep } })
    toast("The contacts are merged.")
    onClose()
    onMerged()
  })
  const differences = other === undefined ? [] : differencesOf(contact, other, fields)
  return (
    <Dialog
      title="Merge two contacts"
      steady
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} onClick={() => void run()}>
            Merge
          </Button>
        </>
      }
    >
      <p>{`The other contact becomes part of ${nameOf(contact)}, with its lists, notes, opt-outs and messages.`}</p>
      {given === undefined ? (
        <Search contact={contact} chosen={other} onChosen={setOther} error={refusal?.at("from")} />
      ) : (
        <p class="contact-strong">{nameOf(given)}</p>
      )}
      {differences.length > 0 && <p>Both have a value. Which one stays?</p>}
      {differences.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          side={keep[difference.field] ?? "this"}
          onSide={(side) => setKeep({ ...keep, [difference.field]: side })}
        />
      ))}
      <ErrorBox refusal={refusal} places={given === undefined ? ["from"] : []} />
    </Dialog>
  )
}

const Choice = ({
  difference: { custom, field, ours, theirs },
  onSide,
  side
}: {
  readonly difference: Difference
  readonly side: Keep[string]
  readonly onSide: (side: Keep[string]) => void
}) => {
  const name = writableFields.find((one) => one === field)
  return (
    <fieldset class="field">
      <legend class="field-label">{name === undefined ? custom?.name : predefinedFields[name].title}</legend>
      {(["this", "from"] as const).map((one) => (
        <label key={one} class="contact-choice">
          <input type="radio" name={`keep-${field}`} checked={side === one} onChange={() => onSide(one)} />
          <Value field={custom} value={one === "this" ? ours : theirs} />
        </label>
      ))}
    </fieldset>
  )
}

const Search = ({
  chosen,
  contact,
  error,
  onChosen
}: {
  readonly contact: Contact
  readonly chosen: Contact | undefined
  readonly onChosen: (contact: Contact | undefined) => void
  readonly error: string | undefined
}) => {
  const [typed, setTyped] = useState("")
  const { loading, value } = useLoad(
    async (signal) => {
      const body = { search_term: typed.trim() }
      const { contacts } = await call("POST /v1/contacts/search", { query: { limit: 20 }, body, signal })
      return { typed, contacts }
    },
    [typed],
    { delay: typed === "" ? 0 : 140 }
  )
  // What was found for other words is not offered: Enter would take it.
  const contacts = value?.typed === typed ? value.contacts : []
  const found = contacts.filter(({ uuid }) => uuid !== contact.uuid && uuid !== chosen?.uuid)
  const offered = chosen === undefined ? found : [chosen, ...found]
  return (
    <FormField label="Other contact" error={error}>
      {(field) => (
        <Combobox
          {...field}
          options={offered.map((one) => ({
            value: one.uuid,
            title: nameOf(one),
            hint: one.phone_number ?? one.email ?? ""
          }))}
          value={chosen?.uuid}
          onValue={(uuid) => onChosen(offered.find((one) => one.uuid === uuid))}
          onSearch={setTyped}
          loading={loading}
        />
      )}
    </FormField>
  )
}
