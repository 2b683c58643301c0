import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import type { BroadcastProps } from "./Status.tsx"

/** The held opt-outs of a broadcast and their actions. Renders nothing if there are none. */
export const HeldOptOuts = ({ broadcast: { held_opt_outs, uuid }, reload }: BroadcastProps) => {
  const decide = useAction(async (verb: "apply" | "dismiss") => {
    await call(`POST /broadcasts/:uuid/opt-outs/${verb}`, { params: { uuid } })
    await reload()
  })
  if (held_opt_outs !== "held") return null
  return (
    <div class="broadcasts-note" role="status">
      <p>
        The provider reports that many recipients in a row opted out of marketing. This may be an error, so nobody is
        opted out until you decide. Ask the provider or a few of the recipients first.
      </p>
      <p>
        <Button busy={decide.busy} onClick={() => void decide.run("apply")}>
          Opt them out
        </Button>{" "}
        <Button busy={decide.busy} onClick={() => void decide.run("dismiss")}>
          Opt nobody out
        </Button>
      </p>
      <ErrorBox refusal={decide.refusal} />
    </div>
  )
}
