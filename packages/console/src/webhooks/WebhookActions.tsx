import { call } from "../api/Client.ts"
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
  return (
    <Confirm
      title="Replace the secret?"
      verb="Replace the secret"
      act={async () => {
        const params = { webhook_uuid: webhook.uuid }
        const { secret } = await call("POST /v1/webhooks/:webhook_uuid/rotate", { params })
        onMade(secret)
        onChanged()
      }}
      onClose={onClose}
    >
      <p class="webhooks-url">{webhook.url}</p>
      <p>
        Requests are signed with a new secret at once. For 24 hours they have a second signature, with the secret of
        now, so that the endpoint can change in between. An older one ends at once.
      </p>
    </Confirm>
  )
}

/** Asks before a webhook is deleted. */
export const DeleteDialog = ({ onChanged, onClose, webhook }: Asked) => {
  return (
    <Confirm
      title="Delete the webhook?"
      verb="Delete the webhook"
      danger
      act={async () => {
        await call("DELETE /v1/webhooks/:webhook_uuid", { params: { webhook_uuid: webhook.uuid } })
        toast("The webhook is deleted.")
        onChanged()
      }}
      onClose={onClose}
    >
      <p class="webhooks-url">{webhook.url}</p>
      <p>
        Nothing is sent to it any more. Events that it has not received do not reach it. A request that is under way may
        still arrive.
      </p>
    </Confirm>
  )
}
