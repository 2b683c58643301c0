import { useLocation } from "preact-iso"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { formatNumber, text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { createBody, instantOf, type Known } from "./draft/Body.ts"
import type { Draft } from "./draft/Draft.ts"
import { formatInZone } from "./start/ZoneText.ts"

/** A draft that was checked, and how many it reaches. */
export interface Sending {
  readonly draft: Draft
  readonly known: Known
  readonly recipients: number
}

/** Says once more what is about to happen, and has it accepted. */
export const SendDialog = ({
  onAccepted,
  onClose,
  onCopy,
  sending: { draft, known, recipients }
}: {
  readonly sending: Sending
  readonly onAccepted: () => void
  /** Makes the draft another one, after it turned out that it had been accepted. */
  readonly onCopy: () => void
  readonly onClose: () => void
}) => {
  const { route } = useLocation()
  const send = useAction(async () => {
    const accepted = await call("POST /broadcasts", { body: createBody(draft, known, recipients) })
    onAccepted()
    toast(text(accepted.status === "resolving" ? "compose.send.resolving" : "compose.send.accepted"))
    route(pathTo(`broadcasts/${accepted.uuid}`))
  })
  const { refusal } = send
  const isSpent = refusal?.at("client_unique_identifier") !== undefined
  const isOther = refusal?.at("expect") !== undefined
  const start = draft.start === "now" ? undefined : instantOf(draft, draft.startAt)
  return (
    <Dialog
      title={text("compose.send.title")}
      steady
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text(isOther ? "compose.send.again" : "ui.cancel")}</Button>
          {!isOther && !isSpent && (
            <Button look="primary" icon="send" busy={send.busy} onClick={() => void send.run()}>
              {text(start === undefined ? "compose.send.now" : "compose.send.later", { count: recipients })}
            </Button>
          )}
          {isSpent && (
            <Button
              onClick={() => {
                onCopy()
                onClose()
              }}
            >
              {text("compose.send.copy")}
            </Button>
          )}
        </>
      }
    >
      <dl class="compose-facts-list">
        <Fact name={text("compose.send.name")} value={draft.name} />
        <Fact name={text("compose.send.template")} value={`${known.template.name} (${known.template.locale})`} />
        <Fact name={text("compose.send.from")} value={draft.from} />
        <Fact name={text("compose.send.recipients")} value={formatNumber(recipients)} />
        <Fact
          name={text("compose.send.start")}
          value={start === undefined ? text("compose.start.now") : formatInZone(start, draft.zone)}
        />
      </dl>
      {draft.who === "audience" && draft.resolve === "start" && start !== undefined && (
        <p class="field-hint">{text("compose.send.unexpected")}</p>
      )}
      <ErrorBox refusal={refusal} />
      {refusal && !isSpent && (refusal.status === 0 || refusal.status >= 500) && (
        <p class="field-hint">{text("compose.send.lost")}</p>
      )}
      {isSpent && (
        <p class="field-hint">
          {text("compose.send.spent")} <a href={pathTo("broadcasts")}>{text("compose.send.see")}</a>
        </p>
      )}
    </Dialog>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt class="quiet">{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)
