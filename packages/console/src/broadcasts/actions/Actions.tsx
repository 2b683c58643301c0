import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import type { Broadcast } from "../../api/Follow.ts"
import { useAction } from "../../api/Load.ts"
import { pathTo } from "../../api/Place.ts"
import { text } from "../../texts/Text.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { isOver } from "../Status.tsx"
import { reasonsOf } from "../recipients/Reasons.tsx"
import { RetryDialog } from "./RetryDialog.tsx"
import { TestDialog } from "./TestDialog.tsx"

/** What can be done with a broadcast now. What is changed is loaded again by `reload`. */
export const Actions = ({
  broadcast,
  reload
}: {
  readonly broadcast: Broadcast
  readonly reload: () => Promise<void>
}) => {
  const { name, status, uuid } = broadcast
  const [asked, ask] = useState<"cancel" | "retry" | "test">()
  const close = () => ask(undefined)
  const request = { params: { uuid } }
  const pause = useAction(async () => {
    await call("POST /broadcasts/:uuid/pause", request)
    await reload()
  })
  const resume = useAction(async () => {
    await call("POST /broadcasts/:uuid/resume", request)
    await reload()
  })
  const cancel = useAction(async () => {
    await call("POST /broadcasts/:uuid/cancel", request)
    await reload()
    toast(text("broadcasts.actions.cancelled", { name }))
  })
  const over = isOver(status)
  const missed = reasonsOf(broadcast).length > 0
  return (
    <>
      <LinkButton icon="compose" href={pathTo(`compose?again=${uuid}`)}>
        {text("broadcasts.actions.again")}
      </LinkButton>
      <Button icon="send" onClick={() => ask("test")}>
        {text("broadcasts.actions.test")}
      </Button>
      {status === "sending" && (
        <Button icon="pause" busy={pause.busy} onClick={() => void pause.run()}>
          {text("broadcasts.actions.pause")}
        </Button>
      )}
      {status === "paused" && (
        <Button icon="play" look="primary" busy={resume.busy} onClick={() => void resume.run()}>
          {text("broadcasts.actions.resume")}
        </Button>
      )}
      {!over && (
        <Button icon="close" onClick={() => ask("cancel")}>
          {text("broadcasts.actions.cancel")}
        </Button>
      )}
      {over && missed && (
        <Button icon="again" look="primary" onClick={() => ask("retry")}>
          {text("broadcasts.actions.retry")}
        </Button>
      )}
      <ErrorBox refusal={pause.refusal ?? resume.refusal} />
      {asked === "cancel" && (
        <Confirm
          title={text("broadcasts.actions.cancelTitle")}
          verb={text("broadcasts.actions.cancelVerb")}
          back={text("broadcasts.actions.cancelBack")}
          danger
          action={cancel}
          onClose={close}
        >
          <p>{text("broadcasts.actions.cancelText", { name })}</p>
        </Confirm>
      )}
      {asked === "retry" && <RetryDialog broadcast={broadcast} onClose={close} />}
      {asked === "test" && <TestDialog broadcast={broadcast} onClose={close} />}
    </>
  )
}
