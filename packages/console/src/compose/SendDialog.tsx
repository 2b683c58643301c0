import { useLocation } from "preact-iso"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { createBody, instantOf, type Known } from "./draft/Body.ts"
import type { Draft } from "./draft/Draft.ts"
import { plural, formatNumber } from "../texts/Text.ts"
import { Fact } from "../ui/Fact.tsx"
import { formatInZone } from "../zones/ZoneText.ts"

/** A validated draft, and the number of people that it reaches. */
export interface Sending {
  readonly draft: Draft
  readonly known: Known
  readonly recipients: number
}

/** Asks for confirmation, then creates the broadcast. */
export const SendDialog = ({
  onAccepted,
  onClose,
  onCopy,
  sending: { draft, known, recipients }
}: {
  readonly sending: Sending
  readonly onAccepted: () => void
  /** Called to copy the draft when it has already been accepted. */
  readonly onCopy: () => void
  readonly onClose: () => void
}) => {
  const { route } = useLocation()
  const send = useAction(async () => {
    const accepted = await call("POST /broadcasts", { body: createBody(draft, known, recipients) })
    onAccepted()
    toast(
      accepted.status === "resolving" ? "Broadcast created. Its recipients are being prepared." : "Broadcast created."
    )
    route(pathTo(`broadcasts/${accepted.uuid}`))
  })
  const { refusal } = send
  const isSpent = refusal?.at("client_unique_identifier") !== undefined
  const isOther = refusal?.at("expect") !== undefined
  const start = draft.start === "now" ? undefined : instantOf(draft, draft.startAt)
  return (
    <Dialog
      title="Send this broadcast?"
      steady
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isOther ? "Go back and recount" : "Cancel"}</Button>
          {!isOther && !isSpent && (
            <Button look="primary" icon="send" busy={send.busy} onClick={() => void send.run()}>
              {start === undefined
                ? plural(recipients, "Send to # recipient", "Send to # recipients")
                : plural(recipients, "Schedule for # recipient", "Schedule for # recipients")}
            </Button>
          )}
          {isSpent && (
            <Button
              onClick={() => {
                onCopy()
                onClose()
              }}
            >
              Send as a new broadcast
            </Button>
          )}
        </>
      }
    >
      <dl class="compose-facts-list">
        <Fact title="Name">{draft.name}</Fact>
        <Fact title="Template">{`${known.template.name} (${known.template.locale})`}</Fact>
        <Fact title="Sender">{draft.from}</Fact>
        <Fact title="Recipients">{formatNumber(recipients)}</Fact>
        <Fact title="Start">{start === undefined ? "Now" : formatInZone(start, draft.zone)}</Fact>
      </dl>
      {draft.who === "audience" && draft.resolve === "start" && start !== undefined && (
        <p class="field-hint">The number may change as contacts are added or removed before then.</p>
      )}
      <ErrorBox refusal={refusal} />
      {refusal && !isSpent && (refusal.status === 0 || refusal.status >= 500) && (
        <p class="field-hint">The connection was lost. Send again: nobody gets the message twice.</p>
      )}
      {isSpent && (
        <p class="field-hint">
          This draft was sent before and has changed since. <a href={pathTo("broadcasts")}>See the broadcasts</a>
        </p>
      )}
    </Dialog>
  )
}
