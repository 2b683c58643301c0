import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { readText } from "../reading/Reader.ts"
import { pathTo } from "../api/Place.ts"
import { useKept } from "../ui/forms/Draft.ts"
import { TextArea } from "../ui/forms/FormField.tsx"
import { ActionDialog } from "../ui/overlays/Confirm.tsx"
import { type Known, testBody } from "./draft/Body.ts"
import type { Draft } from "./draft/Draft.ts"
import { readPasted } from "./draft/Pasted.ts"
import type { Example } from "./preview/Message.ts"
import { formatNumber, plural } from "../texts/Text.ts"

const mostNumbers = 5

/**
 * Sends the message of the previewed recipient to your own numbers. The test is a separate broadcast that ends after an
 * hour, so quiet hours do not delay it until tomorrow.
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
  const { run, ...send } = useAction(async () => {
    const until = new Date(new Date().getTime() + 3_600_000)
    const name = `Test: ${draft.name.trim() || known.template.name}`
    const accepted = await call("POST /broadcasts", {
      body: testBody({ ...draft, key, name }, known, example, given, until)
    })
    const errors = accepted.warnings.recipients.map(({ errors, identifier }) => `${identifier}: ${errors.join(", ")}`)
    setSent({ uuid: accepted.uuid, recipients: accepted.recipients ?? 0, errors: errors.join("; ") })
    setKey(crypto.randomUUID())
  })
  const isMany = given.length > mostNumbers
  return (
    <ActionDialog
      {...send}
      title="Send a test"
      verb="Send the test"
      icon="send"
      back="Close"
      disabled={given.length === 0 || isMany}
      run={() => void run()}
      onClose={onClose}
    >
      <div class="stack">
        <p>{`The message in the preview (for ${example.identifier}) goes to your own numbers now. It is listed as a separate broadcast.`}</p>
        <TextArea
          label="Your numbers"
          hint="Up to 5, with country code, separated by commas or new lines."
          error={isMany ? `Enter at most ${formatNumber(mostNumbers)} numbers.` : undefined}
          class="input input-area numbers"
          value={numbers}
          onValue={setNumbers}
        />
        {sent && (
          <p class="compose-note" role="status">
            {plural(sent.recipients, "Sending the test to # number.", "Sending the test to # numbers.")}{" "}
            <a href={pathTo(`broadcasts/${sent.uuid}`)}>See the result</a>
            {sent.errors !== "" && <span class="compose-warn"> {sent.errors}</span>}
          </p>
        )}
      </div>
    </ActionDialog>
  )
}
