import { call } from "../api/Client.ts"
import type { Broadcast } from "../api/Follow.ts"
import { useAction } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"

/** The opt-outs of a broadcast that are held, with what can be done about them; nothing where none are. */
export const HeldOptOuts = ({
  broadcast: { held_opt_outs, uuid },
  reload
}: {
  readonly broadcast: Broadcast
  readonly reload: () => Promise<void>
}) => {
  const request = { params: { uuid } }
  const apply = useAction(async () => {
    await call("POST /broadcasts/:uuid/opt-outs/apply", request)
    await reload()
  })
  const dismiss = useAction(async () => {
    await call("POST /broadcasts/:uuid/opt-outs/dismiss", request)
    await reload()
  })
  if (held_opt_outs !== "held") return null
  return (
    <div class="broadcasts-note" role="status">
      <p>{text("broadcasts.heldOptOuts.text")}</p>
      <p>
        <Button busy={apply.busy} onClick={() => void apply.run()}>
          {text("broadcasts.heldOptOuts.apply")}
        </Button>{" "}
        <Button busy={dismiss.busy} onClick={() => void dismiss.run()}>
          {text("broadcasts.heldOptOuts.dismiss")}
        </Button>
      </p>
      <ErrorBox refusal={apply.refusal ?? dismiss.refusal} />
    </div>
  )
}
