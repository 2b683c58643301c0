import "./webhooks.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Button } from "../ui/Button.tsx"
import { SecretDialog } from "../ui/forms/SecretDialog.tsx"
import { Card } from "../ui/Page.tsx"
import { ReplayDialog } from "./ReplayDialog.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookItem } from "./WebhookItem.tsx"
import { openedQuery } from "./WebhookState.ts"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { ListPage } from "../ui/Listing.tsx"

/** The interval for reloading the webhooks while the page is visible, in milliseconds. */
const refreshEvery = 5_000

/** The webhooks of the workspace, with their health and actions. */
export const WebhooksView = () => {
  const [opened, open] = useUrlState(openedQuery)
  const [secret, setSecret] = useState<string>()
  const { value, ...loaded } = useLoad((signal) => call("GET /v1/webhooks", { query: { limit: 100 }, signal }), [])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && loaded.reload(), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  const close = () => open({ dialog: "none" })
  const webhooks = value?.webhooks ?? []
  const chosen = "uuid" in opened ? webhooks.find(({ uuid }) => uuid === opened.uuid) : undefined
  const params = { webhook_uuid: chosen?.uuid ?? "" }
  const handlers = { onClose: close, onDone: loaded.reload }
  return (
    <ListPage
      title="Webhooks"
      total={{ of: value?.pagination.total, one: "# webhook", other: "# webhooks" }}
      actions={
        <Button look="primary" icon="plus" onClick={() => open({ dialog: "new" })}>
          New webhook
        </Button>
      }
      pages={{ ...loaded, items: value?.webhooks }}
      none="No webhooks yet"
      noneText="A webhook sends signed events of this workspace to your server as they happen."
      dialogs={
        <>
          {(opened.dialog === "new" || (opened.dialog === "edit" && chosen)) && (
            <WebhookForm webhook={chosen} onClose={close} onSaved={loaded.reload} onMade={setSecret} />
          )}
          {opened.dialog === "replay" && chosen && (
            <ReplayDialog webhook={chosen} cursor={opened.cursor} onClose={close} onChanged={loaded.reload} />
          )}
          {opened.dialog === "rotate" && chosen && (
            <Confirm
              {...handlers}
              title="Replace the secret?"
              verb="Replace the secret"
              act={async () => setSecret((await call("POST /v1/webhooks/:webhook_uuid/rotate", { params })).secret)}
            >
              <p class="webhooks-url">{chosen.url}</p>
              <p>
                Requests are signed with a new secret now. For 24 hours they also carry a signature with the current
                secret, so you have time to update the endpoint. Older secrets stop working now.
              </p>
            </Confirm>
          )}
          {opened.dialog === "delete" && chosen && (
            <Confirm
              {...handlers}
              title="Delete the webhook?"
              verb="Delete the webhook"
              danger
              act={() => call("DELETE /v1/webhooks/:webhook_uuid", { params })}
              done="The webhook is deleted."
            >
              <p class="webhooks-url">{chosen.url}</p>
              <p>No more events are sent, including events still waiting. A request in progress may still arrive.</p>
            </Confirm>
          )}
          {secret !== undefined && (
            <SecretDialog
              title="The secret of the webhook"
              label="Secret"
              note="Copy it now: it is shown only once. Your endpoint uses it to verify requests (Standard Webhooks)."
              secret={secret}
              onClose={() => setSecret(undefined)}
            />
          )}
        </>
      }
    >
      {(rows) => (
        <Card flush>
          <ul class="webhooks">
            {rows.map((webhook) => (
              <WebhookItem
                key={webhook.uuid}
                webhook={webhook}
                onDialog={(dialog) => open({ dialog, uuid: webhook.uuid, cursor: "" })}
              />
            ))}
          </ul>
        </Card>
      )}
    </ListPage>
  )
}
