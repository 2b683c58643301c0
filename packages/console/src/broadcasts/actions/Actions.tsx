import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useAction } from "../../api/Load.ts"
import { pathTo } from "../../api/Place.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { type BroadcastProps, isOver } from "../Status.tsx"
import { reasonsOf } from "../recipients/Reasons.tsx"
import { RetryDialog } from "./RetryDialog.tsx"
import { TestDialog } from "./TestDialog.tsx"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"

/** The actions available for a broadcast. */
export const Actions = ({ broadcast, reload }: BroadcastProps) => {
  const { name, status, uuid } = broadcast
  const [dialog, setDialog] = useState<"retry" | "test">()
  const [confirm, confirmation] = useConfirm()
  const close = () => setDialog(undefined)
  const request = { params: { uuid } }
  const change = useAction(async (verb: "pause" | "resume") => {
    await call(`POST /broadcasts/:uuid/${verb}`, request)
    await reload()
  })
  const over = isOver(status)
  const missed = reasonsOf(broadcast).length > 0
  return (
    <>
      <LinkButton icon="compose" href={pathTo(`compose?again=${uuid}`)}>
        Duplicate
      </LinkButton>
      <Button icon="send" onClick={() => setDialog("test")}>
        Send a test
      </Button>
      {status === "sending" && (
        <Button icon="pause" busy={change.busy} onClick={() => void change.run("pause")}>
          Pause
        </Button>
      )}
      {status === "paused" && (
        <Button icon="play" look="primary" busy={change.busy} onClick={() => void change.run("resume")}>
          Resume
        </Button>
      )}
      {!over && (
        <Button
          icon="close"
          onClick={() =>
            confirm({
              title: "Cancel the broadcast?",
              verb: "Cancel the broadcast",
              back: "Keep the broadcast",
              danger: true,
              act: async () => {
                await call("POST /broadcasts/:uuid/cancel", request)
                await reload()
              },
              done: `“${name}” is cancelled.`,
              children: `No more messages of “${name}” are sent. Sent messages can't be recalled, and the broadcast can't be resumed.`
            })
          }
        >
          Cancel the broadcast
        </Button>
      )}
      {over && missed && (
        <Button icon="again" look="primary" onClick={() => setDialog("retry")}>
          Retry unreached recipients
        </Button>
      )}
      <ErrorBox refusal={change.refusal} />
      {confirmation}
      {dialog === "retry" && <RetryDialog broadcast={broadcast} onClose={close} />}
      {dialog === "test" && <TestDialog broadcast={broadcast} onClose={close} />}
    </>
  )
}
