import type { ComponentType } from "preact"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import type { ContactFormProps } from "../contact/ContactForm.tsx"
import { pathTo } from "../shell/Place.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"

/** Creates a contact by the form that changes one, which is loaded when it is first needed, and shows it. */
export const CreateContact = () => {
  const { route } = useLocation()
  const [open, setOpen] = useState(false)
  const [Form, setForm] = useState<ComponentType<ContactFormProps>>()
  const [refusal, setRefusal] = useState<Refusal>()
  const load = async () => {
    setRefusal(undefined)
    try {
      const { ContactForm } = await import("../contact/ContactForm.tsx")
      setForm(() => ContactForm)
    } catch (error) {
      setRefusal(asRefusal(error))
    }
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button
        look="primary"
        icon="plus"
        onClick={() => {
          setOpen(true)
          void load()
        }}
      >
        {text("contacts.create")}
      </Button>
      {open && (
        <Dialog title={text("contacts.create")} wide steady onClose={close}>
          {Form && <Form onCancel={close} onDone={({ uuid }) => route(pathTo(`contacts/${uuid}`))} />}
          {!Form && !refusal && <Skeleton lines={6} />}
          <ErrorBox refusal={refusal} onRetry={() => void load()} />
        </Dialog>
      )}
    </>
  )
}
