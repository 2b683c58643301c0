import { type Chosen, isChosen, toggled } from "./bulk/Chosen.ts"
import { nameOf } from "./ContactColumns.tsx"
import type { Contact } from "./ContactEntry.ts"

/** Returns selection properties for `VirtualRows`: rows are selected with Space or checkboxes. */
export const choosing = (contacts: ReadonlyArray<Contact>, chosen: Chosen, onChosen: (chosen: Chosen) => void) => ({
  isSelected: ({ uuid }: Contact) => isChosen(chosen, uuid),
  onSpace: ({ uuid }: Contact) => onChosen(toggled(chosen, uuid)),
  lead: {
    heading: (
      <input
        type="checkbox"
        aria-label="Select all loaded contacts"
        checked={contacts.every(({ uuid }) => isChosen(chosen, uuid))}
        onChange={({ currentTarget: { checked } }) =>
          onChosen({ all: false, uuids: new Set(checked ? contacts.map(({ uuid }) => uuid) : []) })
        }
      />
    ),
    cell: (contact: Contact) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Choose ${nameOf(contact)}`}
        checked={isChosen(chosen, contact.uuid)}
        onChange={() => onChosen(toggled(chosen, contact.uuid))}
      />
    )
  }
})
