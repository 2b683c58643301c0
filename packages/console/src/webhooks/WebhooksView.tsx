import "./webhooks.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Button } from "../ui/Button.tsx"
import { SecretDialog } from "../ui/overlays/SecretDialog.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { ReplayDialog } from "./ReplayDialog.tsx"
import { DeleteDialog, RotateDialog } from "./WebhookActions.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookItem } from "./WebhookItem.tsx"
import { openedQuery } from "./WebhookState.ts"
import { Total, Listing } from "../ui/Listing.tsx"

/** How often it is looked how the webhooks do, in milliseconds, while the page is seen. */
const refreshEvery = 5_000

/** The webhooks of the workspace, how each does, and what can be done with it. */
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
  const asked = chosen && { webhook: chosen, onChanged: loaded.reload, onClose: close }
  return (
    <Page
      title="Webhooks"
      aside={<Total of={value?.pagination.total} one="# webhook" other="# webhooks" />}
      actions={
        <Button look="primary" icon="plus" onClick={() => open({ dialog: "new" })}>
          New webhook
        </Button>
      }
    >
      <Listing
        pages={{ ...loaded, items: value?.webhooks }}
        none="No webhooks yet"
        noneText="A webhook sends what happens in this workspace to a server of yours, signed, as it happens."
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
      </Listing>
      {(opened.dialog === "new" || (opened.dialog === "edit" && chosen)) && (
        <WebhookForm webhook={chosen} onClose={close} onSaved={loaded.reload} onMade={setSecret} />
      )}
      {opened.dialog === "rotate" && asked && <RotateDialog {...asked} onMade={setSecret} />}
      {opened.dialog === "replay" && asked && <ReplayDialog {...asked} cursor={opened.cursor} />}
      {opened.dialog === "delete" && asked && <DeleteDialog {...asked} />}
      {secret !== undefined && (
        <SecretDialog
          title="The secret of the webhook"
          label="Secret"
          note="It is shown this once. The endpoint checks with it that a request is from here, as Standard Webhooks says."
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
