import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { Menu } from "../../ui/overlays/Menu.tsx"
import { MergeDialog } from "../merge/MergeDialog.tsx"
import { EraseDialog } from "./EraseDialog.tsx"
import type { ContactProps } from "../ContactState.ts"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"

const archivings = {
  archive: {
    done: "The contact is archived.",
    title: "Archive this contact?",
    verb: "Archive",
    children: "Archived contacts get no broadcasts. You can restore the contact later.",
    operation: "POST /v1/contacts/:contact_uuid/archive"
  },
  unarchive: {
    done: "The contact is restored.",
    title: "Restore this contact?",
    verb: "Restore",
    children: "Broadcasts can reach the contact again.",
    operation: "POST /v1/contacts/:contact_uuid/unarchive"
  }
} as const

export const ContactActions = ({ contact, fields, onChanged }: ContactProps) => {
  const [dialog, setDialog] = useState<"merge" | "erase">()
  const [confirm, confirmation] = useConfirm()
  const close = () => setDialog(undefined)
  const { operation, ...question } = archivings[contact.archived ? "unarchive" : "archive"]
  const params = { contact_uuid: contact.uuid }
  return (
    <>
      <Menu
        button={{ children: "Actions", icon: "more" }}
        items={[
          { title: "Merge with another", icon: "contacts", run: () => setDialog("merge") },
          {
            title: contact.archived ? "Restore from the archive" : "Archive",
            icon: "archive",
            run: () => confirm({ ...question, act: () => call(operation, { params }), onDone: onChanged })
          },
          { title: "Erase for good", icon: "trash", danger: true, run: () => setDialog("erase") }
        ]}
      />
      {confirmation}
      {dialog === "merge" && <MergeDialog contact={contact} fields={fields} onClose={close} onMerged={onChanged} />}
      {dialog === "erase" && <EraseDialog contact={contact} onClose={close} />}
    </>
  )
}
