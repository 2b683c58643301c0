import { call } from "../../api/Client.ts"
import { pathTo } from "../../api/Place.ts"
import { Button } from "../../ui/Button.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import type { Contact } from "../../contacts/ContactEntry.ts"
import { nameOf } from "../../contacts/ContactColumns.tsx"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"

/** Separates two merged contacts. The API returns an error if they have changed since the merge. */
export const UndoMerge = ({
  contact,
  from,
  onUndone
}: {
  readonly contact: Contact
  readonly from: string
  readonly onUndone: () => void
}) => {
  const [confirm, confirmation] = useConfirm()
  const undo = async () => {
    const params = { contact_uuid: contact.uuid }
    const { restored } = await call("POST /v1/contacts/:contact_uuid/merge/undo", { params, body: { from } })
    toast("The merge is undone.", { title: nameOf(restored), href: pathTo(`contacts/${restored.uuid}`) })
  }
  return (
    <>
      <Button
        small
        icon="again"
        onClick={() =>
          confirm({
            title: "Undo the merge?",
            verb: "Undo the merge",
            act: undo,
            onDone: onUndone,
            children: "Both contacts are restored. This works only if the contact hasn't changed since the merge."
          })
        }
      >
        Undo the merge
      </Button>
      {confirmation}
    </>
  )
}
