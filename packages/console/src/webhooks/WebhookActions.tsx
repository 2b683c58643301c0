import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import type { Webhook } from "./WebhookState.ts"

interface Asked {
  readonly webhook: Webhook
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Asks before the secret of a webhook is replaced. */
export const RotateDialog = ({
  onChanged,
  onClose,
  onMade,
  webhook
}: Asked & { readonly onMade: (secret: string) => void }) => {
  const rotate = useAction(async () => {
    const params = { webhook_uuid: webhook.uuid }
    const { secret } = await call("POST /v1/webhooks/:webhook_uuid/rotate", { params })
    onMade(secret)
    onChanged()
  })
  return (
    <Confirm
      title={text("webhooks.rotate.title")}
      verb={text("webhooks.rotate.verb")}
      action={rotate}
      onClose={onClose}
    >
      <p class="webhooks-url">{webhook.url}</p>
      <p>{text("webhooks.rotate.text")}</p>
    </Confirm>
  )
}

/** Asks before a webhook is deleted. */
export const DeleteDialog = ({ onChanged, onClose, webhook }: Asked) => {
  const remove = useAction(async () => {
    await call("DELETE /v1/webhooks/:webhook_uuid", { params: { webhook_uuid: webhook.uuid } })
    toast(text("webhooks.delete.done"))
    onChanged()
  })
  return (
    <Confirm
      title={text("webhooks.delete.title")}
      verb={text("webhooks.delete.verb")}
      danger
      action={remove}
      onClose={onClose}
    >
      <p class="webhooks-url">{webhook.url}</p>
      <p>{text("webhooks.delete.text")}</p>
    </Confirm>
  )
}
