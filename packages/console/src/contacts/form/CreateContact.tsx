import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { ContactForm } from "./ContactForm.tsx"
import { pathTo } from "../../api/Place.ts"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"

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
