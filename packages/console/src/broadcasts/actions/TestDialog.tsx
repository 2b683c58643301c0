import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import type { Broadcast } from "../../api/Follow.ts"
import { useAction } from "../../api/Load.ts"
import type { AnswerOf } from "../../api/Operation.ts"
import { readText } from "../../reading/Reader.ts"
import { useKept } from "../../ui/forms/Draft.ts"
import { TextArea } from "../../ui/forms/FormField.tsx"
import { ActionDialog } from "../../ui/overlays/Confirm.tsx"
import { reasonTitle } from "../Status.tsx"
import { BadgeOf, type BadgeTitles } from "../../ui/Badge.tsx"
import { refusedAt } from "../../api/Refusal.ts"

type Tested = AnswerOf<"POST /broadcasts/:uuid/test">

const statuses: BadgeTitles<Tested["results"][number]["status"]> = {
  sent: ["Sent", "good"],
  rejected: ["Not sent", "warn"],
  failed: ["Failed", "bad"],
  unknown: ["Unknown", "neutral"]
}

/** Sends the message of a broadcast to a few test numbers, which don't become its recipients. */
export const TestDialog = ({ broadcast, onClose }: { readonly broadcast: Broadcast; readonly onClose: () => void }) => {
  const { uuid } = broadcast
  const [numbers, setNumbers] = useKept("broadcasts.test", "", readText)
  const [tested, setTested] = useState<Tested>()
  const { run, ...test } = useAction(async () => {
    const identifiers = numbers.split(/[\s,;]+/).filter((identifier) => identifier !== "")
    if (identifiers.length === 0) throw refusedAt("identifiers", "Enter at least one number.")
    setTested(await call("POST /broadcasts/:uuid/test", { params: { uuid }, body: { identifiers } }))
  })
  return (
    <ActionDialog
      {...test}
      title="Send a test"
      verb="Send the test"
      icon="send"
      back="Close"
      run={() => void run()}
      places={["identifiers"]}
      onClose={onClose}
    >
      <TextArea
        label="Phone numbers"
        hint="Up to 5, with country code. They get the message now and aren't counted in the broadcast."
        error={test.refusal?.at("identifiers")}
        value={numbers}
        onValue={setNumbers}
        inputMode="tel"
      />
      <ul class="broadcasts-results" aria-live="polite">
        {tested?.results.map(({ error, identifier, reason, status }, index) => (
          <li key={index}>
            <span class="numbers">{identifier}</span>
            <BadgeOf titles={statuses} name={status} />
            {reason !== null && <span class="quiet">{error ?? reasonTitle(reason)}</span>}
          </li>
        ))}
      </ul>
    </ActionDialog>
  )
}
