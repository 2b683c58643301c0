import "./webhooks.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { SecretDialog } from "../ui/overlays/SecretDialog.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { ReplayDialog } from "./ReplayDialog.tsx"
import { DeleteDialog, RotateDialog } from "./WebhookActions.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookItem } from "./WebhookItem.tsx"
import { openedQuery } from "./WebhookState.ts"

/** How often it is looked how the webhooks do, in milliseconds, while the page is seen. */
const refreshEvery = 5_000

/** The webhooks of the workspace, how each does, and what can be done with it. */
export const WebhooksView = () => {
  const [opened, open] = useUrlState(openedQuery)
  const [secret, setSecret] = useState<string>()
  const { loading, refusal, reload, value } = useLoad(
    (signal) => call("GET /v1/webhooks", { query: { limit: 100 }, signal }),
    []
  )
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  const close = () => open({ dialog: "none" })
  const webhooks = value?.webhooks ?? []
  const chosen = "uuid" in opened ? webhooks.find(({ uuid }) => uuid === opened.uuid) : undefined
  const asked = chosen && { webhook: chosen, onChanged: reload, onClose: close }
  return (
    <Page
      title={text("shell.views.webhooks")}
      aside={<span class="quiet numbers">{value && text("webhooks.count", { count: value.pagination.total })}</span>}
      actions={
        <Button look="primary" icon="plus" onClick={() => open({ dialog: "new" })}>
          {text("webhooks.add")}
        </Button>
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {value === undefined && loading && <Skeleton lines={6} />}
      {value !== undefined && webhooks.length === 0 && (
        <Empty title={text("webhooks.empty.title")}>{text("webhooks.empty.text")}</Empty>
      )}
      {webhooks.length > 0 && (
        <Card flush>
          <ul class="webhooks">
            {webhooks.map((webhook) => (
              <WebhookItem
                key={webhook.uuid}
                webhook={webhook}
                onDialog={(dialog) => open({ dialog, uuid: webhook.uuid, cursor: "" })}
              />
            ))}
          </ul>
        </Card>
      )}
      {(opened.dialog === "new" || (opened.dialog === "edit" && chosen)) && (
        <WebhookForm webhook={chosen} onClose={close} onSaved={reload} onMade={setSecret} />
      )}
      {opened.dialog === "rotate" && asked && <RotateDialog {...asked} onMade={setSecret} />}
      {opened.dialog === "replay" && asked && <ReplayDialog {...asked} cursor={opened.cursor} />}
      {opened.dialog === "delete" && asked && <DeleteDialog {...asked} />}
      {secret !== undefined && (
        <SecretDialog
          title={text("webhooks.secret.title")}
          label={text("webhooks.secret.label")}
          note={text("webhooks.secret.note")}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
