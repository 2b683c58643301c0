import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { Menu } from "../../ui/overlays/Menu.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Contact, CustomField } from "../../contacts/ContactEntry.ts"
import { MergeDialog } from "../merge/MergeDialog.tsx"
import { EraseDialog } from "./EraseDialog.tsx"

const archiveTexts = {
  archive: {
    done: "The contact is archived.",
    menu: "Archive",
    title: "Archive this contact?",
    button: "Archive",
    text: "Lists and audiences leave it out. It can be restored."
  },
  unarchive: {
    done: "The contact is restored.",
    menu: "Restore from the archive",
    title: "Restore this contact?",
    button: "Restore",
    text: "Lists and audiences have it again."
  }
} as const

/** What can be done with a contact as a whole. */
export const ContactActions = ({
  contact,
  fields,
  onChanged
}: {
  readonly contact: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly onChanged: () => void
}) => {
  const [asks, setAsks] = useState<"archive" | "merge" | "erase">()
  const close = () => setAsks(undefined)
  const verb = contact.archived ? "unarchive" : "archive"
  return (
    <>
      <Menu
        button={{ children: "Actions", icon: "more" }}
        items={[
          { title: "Merge with another", icon: "contacts", run: () => setAsks("merge") },
          { title: archiveTexts[verb].menu, icon: "archive", run: () => setAsks("archive") },
          { title: "Erase for good", icon: "trash", danger: true, run: () => setAsks("erase") }
        ]}
      />
      {asks === "archive" && (
        <Confirm
          title={archiveTexts[verb].title}
          verb={archiveTexts[verb].button}
          act={async () => {
            const params = { contact_uuid: contact.uuid }
            await (verb === "archive"
              ? call("POST /v1/contacts/:contact_uuid/archive", { params })
              : call("POST /v1/contacts/:contact_uuid/unarchive", { params }))
            toast(archiveTexts[verb].done)
            onChanged()
          }}
          onClose={close}
        >
          <p>{archiveTexts[verb].text}</p>
        </Confirm>
      )}
      {asks === "merge" && <MergeDialog contact={contact} fields={fields} onClose={close} onMerged={onChanged} />}
      {asks === "erase" && <EraseDialog contact={contact} onClose={close} />}
    </>
  )
}
