import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import type { Broadcast } from "../../api/Follow.ts"
import { useAction } from "../../api/Load.ts"
import { pathTo } from "../../api/Place.ts"
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
  const over = isOver(status)
  const missed = reasonsOf(broadcast).length > 0
  return (
    <>
      <LinkButton icon="compose" href={pathTo(`compose?again=${uuid}`)}>
        Write again
      </LinkButton>
      <Button icon="send" onClick={() => ask("test")}>
        Send a test
      </Button>
      {status === "sending" && (
        <Button icon="pause" busy={pause.busy} onClick={() => void pause.run()}>
          Pause
        </Button>
      )}
      {status === "paused" && (
        <Button icon="play" look="primary" busy={resume.busy} onClick={() => void resume.run()}>
          Resume
        </Button>
      )}
      {!over && (
        <Button icon="close" onClick={() => ask("cancel")}>
          Cancel the broadcast
        </Button>
      )}
      {over && missed && (
        <Button icon="again" look="primary" onClick={() => ask("retry")}>
          Reach those who missed it
        </Button>
      )}
      <ErrorBox refusal={pause.refusal ?? resume.refusal} />
      {asked === "cancel" && (
        <Confirm
          title="Cancel the broadcast?"
          verb="Cancel the broadcast"
          back="Keep the broadcast"
          danger
          act={async () => {
            await call("POST /broadcasts/:uuid/cancel", request)
            await reload()
            toast(`“${name}” is cancelled.`)
          }}
          onClose={close}
        >
          <p>{`No further message of “${name}” is sent. What was sent cannot be taken back, and the broadcast cannot be resumed.`}</p>
        </Confirm>
      )}
      {asked === "retry" && <RetryDialog broadcast={broadcast} onClose={close} />}
      {asked === "test" && <TestDialog broadcast={broadcast} onClose={close} />}
    </>
  )
}
