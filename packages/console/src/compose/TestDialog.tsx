import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { readText } from "../reading/Reader.ts"
import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useKept } from "../ui/forms/Draft.ts"
import { TextArea } from "../ui/forms/FormField.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { type Known, testBody } from "./draft/Body.ts"
import type { Draft } from "./draft/Draft.ts"
import { readPasted } from "./draft/Pasted.ts"
import type { Example } from "./preview/Message.ts"

const mostNumbers = 5

/**
 * Sends the message of the recipient that the preview shows to numbers of one's own. It is a broadcast of its own, which ends
 * after an hour: quiet hours do not put it off until tomorrow.
 */
export const TestDialog = ({
  draft,
  example,
  known,
  onClose
}: {
  readonly draft: Draft
  readonly known: Known
  readonly example: Example
  readonly onClose: () => void
}) => {
  const [numbers, setNumbers] = useKept("compose.test", "", readText)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [sent, setSent] = useState<{ readonly uuid: string; readonly recipients: number; readonly errors: string }>()
  const given = readPasted(numbers).rows.map(({ identifier }) => identifier)
  const send = useAction(async () => {
    const until = new Date(new Date().getTime() + 3_600_000)
    const name = text("compose.test.name", { name: draft.name.trim() || known.template.name })
    const accepted = await call("POST /broadcasts", {
      body: testBody({ ...draft, key, name }, known, example, given, until)
    })
    const errors = accepted.warnings.recipients.map(({ errors, identifier }) => `${identifier}: ${errors.join(", ")}`)
    setSent({ uuid: accepted.uuid, recipients: accepted.recipients ?? 0, errors: errors.join("; ") })
    setKey(crypto.randomUUID())
  })
  const isMany = given.length > mostNumbers
  return (
    <Dialog
      title={text("compose.test.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text("ui.close")}</Button>
          <Button
            look="primary"
            icon="send"
            busy={send.busy}
            disabled={given.length === 0 || isMany}
            onClick={() => void send.run()}
          >
            {text("compose.test.send")}
          </Button>
        </>
      }
    >
      <div class="compose-fields">
        <p>{text("compose.test.text", { to: example.identifier })}</p>
        <TextArea
          label={text("compose.test.numbers")}
          hint={text("compose.test.numbersHint")}
          error={isMany ? text("compose.test.many", { count: mostNumbers }) : undefined}
          class="input input-area numbers"
          value={numbers}
          onValue={setNumbers}
        />
        {sent && (
          <p class="compose-note" role="status">
            {text("compose.test.sent", { count: sent.recipients })}{" "}
            <a href={pathTo(`broadcasts/${sent.uuid}`)}>{text("compose.test.see")}</a>
            {sent.errors !== "" && <span class="compose-warn"> {sent.errors}</span>}
          </p>
        )}
        <ErrorBox refusal={send.refusal} />
      </div>
    </Dialog>
  )
}
