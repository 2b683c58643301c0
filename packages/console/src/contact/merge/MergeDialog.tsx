import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { FieldSet } from "../../ui/forms/FormField.tsx"
import type { Contact, CustomField } from "../../contacts/ContactEntry.ts"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { type Difference, differencesOf, type Keep, keptWith } from "./Merge.ts"
import { predefinedFields } from "../../contacts/PredefinedFields.ts"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { isPredefined } from "../../contacts/ContactFields.ts"
import { refusedAt } from "../../api/Refusal.ts"
import { useSearch } from "../../api/Load.ts"
import { Value } from "../../contacts/Value.tsx"
import { ComboboxField } from "../../ui/forms/Combobox.tsx"
import { own } from "../../reading/Own.ts"

/** Merges another contact into this one. The user chooses between different values. */
export const MergeDialog = ({
  contact,
  fields,
  onClose,
  onMerged,
  other: given
}: {
  readonly contact: Contact
  /** The contact to merge. Default: the user searches for it. */
  readonly other?: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly onClose: () => void
  readonly onMerged: () => void
}) => {
  const [other, setOther] = useState(given)
  const [keep, setKeep] = useState<Keep>({})
  const merge = async () => {
    if (other === undefined) throw refusedAt("from", "Choose a contact.")
    const params = { contact_uuid: contact.uuid }
    await call("POST /v1/contacts/:contact_uuid/merge", { params, body: { from: other.uuid, keep } })
  }
  const differences = other === undefined ? [] : differencesOf(contact, other, fields)
  return (
    <Confirm
      title="Merge two contacts"
      verb="Merge"
      steady
      act={merge}
      done="The contacts are merged."
      places={given === undefined ? ["from"] : []}
      onClose={onClose}
      onDone={onMerged}
    >
      {(refusal) => (
        <>
          <p>{`The other contact is merged into ${nameOf(contact)}, with its lists, notes, opt-outs and messages.`}</p>
          {given === undefined ? (
            <Search contact={contact} chosen={other} onChosen={setOther} error={refusal?.at("from")} />
          ) : (
            <p class="contact-strong">{nameOf(given)}</p>
          )}
          {differences.length > 0 && <p>Both contacts have a value. Choose what to keep.</p>}
          {differences.map((difference) => (
            <Choice
              key={difference.field}
              difference={difference}
              side={own(keep, difference.field)}
              onSide={(side) => setKeep(keptWith(keep, difference.field, side))}
            />
          ))}
        </>
      )}
    </Confirm>
  )
}

const Choice = ({
  difference: { custom, field, ours, theirs, union },
  onSide,
  side
}: {
  readonly difference: Difference
  /** The chosen side; undefined for the default of a merge. */
  readonly side: Keep[string] | undefined
  readonly onSide: (side: Keep[string] | undefined) => void
}) => {
  const choices = [
    [union === undefined ? "this" : undefined, union ?? ours] as const,
    ...(union === undefined ? [] : [["this", ours] as const]),
    ["from", theirs] as const
  ]
  return (
    <FieldSet label={isPredefined(field) ? predefinedFields[field].title : (custom?.name ?? field)}>
      {choices.map(([choice, value]) => (
        <label key={choice} class="contact-choice">
          <input
            type="radio"
            name={`keep-${field}`}
            checked={(side ?? choices[0]?.[0]) === choice}
            onChange={() => onSide(choice)}
          />
          <Value field={custom} value={value} />
        </label>
      ))}
    </FieldSet>
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
  const {
    found = [],
    loading,
    setTyped
  } = useSearch(async (search_term, signal) => {
    const request = { query: { limit: 20 }, body: { search_term }, signal }
    return (await call("POST /v1/contacts/search", request)).contacts
  })
  const others = found.filter(({ uuid }) => uuid !== contact.uuid && uuid !== chosen?.uuid)
  const offered = chosen === undefined ? others : [chosen, ...others]
  return (
    <ComboboxField
      label="Other contact"
      error={error}
      options={offered.map((candidate) => ({
        value: candidate.uuid,
        title: nameOf(candidate),
        hint: candidate.phone_number ?? candidate.email ?? ""
      }))}
      value={chosen?.uuid}
      onValue={(uuid) => onChosen(offered.find((candidate) => candidate.uuid === uuid))}
      onSearch={setTyped}
      loading={loading}
    />
  )
}
