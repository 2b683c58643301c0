import { nameOf } from "./ContactColumns.tsx"
import type { Contact } from "./ContactEntry.ts"

/** Returns selection properties for `VirtualRows`: rows are selected with Space or checkboxes. */
export const choosing = (
  contacts: ReadonlyArray<Contact>,
  isChosen: (uuid: string) => boolean,
  toggle: (uuid: string) => void,
  choose: (uuids: ReadonlySet<string>) => void
) => ({
  isSelected: ({ uuid }: Contact) => isChosen(uuid),
  onSpace: ({ uuid }: Contact) => toggle(uuid),
  lead: {
    heading: (
      <input
        type="checkbox"
        aria-label="Select all loaded contacts"
        checked={contacts.every(({ uuid }) => isChosen(uuid))}
        onChange={({ currentTarget: { checked } }) => choose(new Set(checked ? contacts.map(({ uuid }) => uuid) : []))}
      />
    ),
    cell: (contact: Contact) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Choose ${nameOf(contact)}`}
        checked={isChosen(contact.uuid)}
        onChange={() => toggle(contact.uuid)}
      />
    )
  }
})
