import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { toast } from "../ui/overlays/Toast.tsx"

/** Asks before a contact is opted out, or its opt-out is taken back. */
export const OptOutConfirm = ({
  name,
  onChanged,
  onClose,
  uuid,
  verb
}: {
  readonly verb: "optIn" | "optOut"
  readonly uuid: string
  readonly name: string
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const action = useAction(async () => {
    const params = { contact_uuid: uuid }
    await (verb === "optIn"
      ? call("POST /v1/contacts/:contact_uuid/opt-in", { params })
      : call("POST /v1/contacts/:contact_uuid/opt-out", { params }))
    toast(text(`contact.optOut.${verb}.done`))
    onChanged()
  })
  return (
    <Confirm
      title={text(`contact.optOut.${verb}.title`, { name })}
      verb={text(`contact.optOut.${verb}.button`)}
      action={action}
      onClose={onClose}
    >
      <p>{text(`contact.optOut.${verb}.text`)}</p>
    </Confirm>
  )
}
