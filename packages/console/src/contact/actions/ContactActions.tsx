import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { text } from "../../texts/Text.ts"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { Menu } from "../../ui/overlays/Menu.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Contact, CustomField } from "../../contacts/ContactEntry.ts"
import { MergeDialog } from "../merge/MergeDialog.tsx"
import { EraseDialog } from "./EraseDialog.tsx"

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
  const action = useAction(async () => {
    const params = { contact_uuid: contact.uuid }
    await (verb === "archive"
      ? call("POST /v1/contacts/:contact_uuid/archive", { params })
      : call("POST /v1/contacts/:contact_uuid/unarchive", { params }))
    toast(text(`contact.${verb}.done`))
    onChanged()
  })
  return (
    <>
      <Menu
        button={{ children: text("contact.actions"), icon: "more" }}
        items={[
          { title: text("contact.merge.menu"), icon: "contacts", run: () => setAsks("merge") },
          { title: text(`contact.${verb}.menu`), icon: "archive", run: () => setAsks("archive") },
          { title: text("contact.erase.menu"), icon: "trash", danger: true, run: () => setAsks("erase") }
        ]}
      />
      {asks === "archive" && (
        <Confirm
          title={text(`contact.${verb}.title`)}
          verb={text(`contact.${verb}.button`)}
          action={action}
          onClose={() => {
            close()
            action.clear()
          }}
        >
          <p>{text(`contact.${verb}.text`)}</p>
        </Confirm>
      )}
      {asks === "merge" && <MergeDialog contact={contact} fields={fields} onClose={close} onMerged={onChanged} />}
      {asks === "erase" && <EraseDialog contact={contact} onClose={close} />}
    </>
  )
}
