import { call } from "../api/Client.ts"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { optOutTexts } from "./OptOutTexts.ts"

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
  return (
    <Confirm
      title={optOutTexts[verb].title(name)}
      verb={optOutTexts[verb].button}
      act={async () => {
        const params = { contact_uuid: uuid }
        await (verb === "optIn"
          ? call("POST /v1/contacts/:contact_uuid/opt-in", { params })
          : call("POST /v1/contacts/:contact_uuid/opt-out", { params }))
        toast(optOutTexts[verb].done)
        onChanged()
      }}
      onClose={onClose}
    >
      <p>{optOutTexts[verb].text}</p>
    </Confirm>
  )
}
