import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Loaded } from "../api/Load.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button, IconButton } from "../ui/Button.tsx"
import { Count } from "../ui/Count.tsx"
import type { ComboOption } from "../ui/forms/Combobox.tsx"
import { Card } from "../ui/Page.tsx"
import { type Known, sourceOf } from "./draft/Body.ts"
import { type Draft, noValue } from "./draft/Draft.ts"
import { lackingIn } from "./draft/Faults.ts"
import type { Template } from "./preview/Template.ts"
import { type Estimate, isEstimable } from "./Estimate.ts"
import { type Message, previewOf, tooLongIn } from "./preview/Message.ts"
import { Phone } from "./preview/Phone.tsx"
import { TestDialog } from "./TestDialog.tsx"
import { formatNumber, plural } from "../texts/Text.ts"
import { reasonTitle } from "../broadcasts/Status.tsx"
import { own } from "../reading/Own.ts"

const partTitles = { header: "The header", body: "The text", footer: "The footer", label: "A button" } as const

/** The recipients and the message of a draft, updated while it is written. */
export const Summary = ({
  children,
  draft,
  estimate,
  fields,
  known
}: {
  readonly draft: Draft
  readonly known: Known | undefined
  readonly estimate: Loaded<Estimate | undefined>
  readonly fields: ReadonlyArray<ComboOption>
  readonly children: ComponentChildren
}) => {
  const template = known?.template
  const [at, setAt] = useState(0)
  const [testing, setTesting] = useState(false)
  const found = template !== undefined && isEstimable(draft) ? estimate.value : undefined
  const examples = found?.examples ?? []
  const index = Math.min(at, Math.max(0, examples.length - 1))
  const example = examples[index]
  const message = example?.message ?? (template && previewOf(template, placeholders(draft, fields)))
  return (
    <aside class="compose-summary" aria-label="Summary">
      <Card title="Summary">
        <div class="stack">
          <Reach draft={draft} template={template} estimate={estimate} found={found} />
          {children}
        </div>
      </Card>
      <Card
        title="Preview"
        actions={
          <div class="compose-turn">
            <span class="quiet cut numbers" aria-live="polite">
              {example === undefined
                ? "No recipient yet"
                : `${formatNumber(index + 1)} of ${formatNumber(examples.length)}: ${example.identifier}`}
            </span>
            <IconButton
              small
              icon="left"
              label="Previous recipient"
              disabled={index === 0}
              onClick={() => setAt(index - 1)}
            />
            <IconButton
              small
              icon="right"
              label="Next recipient"
              disabled={index >= examples.length - 1}
              onClick={() => setAt(index + 1)}
            />
          </div>
        }
      >
        {message === undefined ? (
          <p class="quiet">Choose a template to see its message.</p>
        ) : (
          <div class="stack">
            <Phone from={draft.from} message={message} />
            <Lengths message={message} />
            {example && isWritten(draft, template) && (
              <Button icon="send" onClick={() => setTesting(true)}>
                Send a test…
              </Button>
            )}
          </div>
        )}
      </Card>
      {testing && known && example && (
        <TestDialog draft={draft} known={known} example={example} onClose={() => setTesting(false)} />
      )}
    </aside>
  )
}

/** Whether every value has a source. A missing value has a placeholder in the preview only. */
const isWritten = (draft: Draft, template: Template | undefined): boolean =>
  !lackingIn(draft, template)?.faults.some(({ place }) => place.startsWith("audience.parameters"))

/** Placeholders for values before there is a person: strings, and the names of fields and parameters. */
const placeholders =
  (draft: Draft, fields: ReadonlyArray<ComboOption>) =>
  (key: string): { readonly value: string } | { readonly place: string } => {
    const value = own(draft.values, key) ?? noValue
    const source = sourceOf(value, draft.who)
    const name = key.replace(/^cards\.\d+\./, "").replace(/^(?:body|button)\./, "")
    if (source === "text" && value.text.trim() !== "") return { value: value.text }
    if (source !== "field" || value.field === "") return { place: name }
    return { place: fields.find((field) => field.value === value.field)?.title ?? value.field }
  }

const Reach = ({
  draft,
  estimate,
  found,
  template
}: {
  readonly draft: Draft
  readonly template: Template | undefined
  readonly estimate: Loaded<Estimate | undefined>
  readonly found: Estimate | undefined
}) => {
  if (template === undefined || !isEstimable(draft)) {
    return (
      <p class="quiet">
        {template === undefined
          ? "Choose a template to see how many people you reach."
          : "Choose a sender and recipients to see how many people you reach."}
      </p>
    )
  }
  return (
    <div class="compose-reach" aria-busy={estimate.loading}>
      <div class="compose-reach-line">
        <p aria-live="polite" aria-atomic="true">
          <strong class="compose-count">
            <Count value={found?.recipients} />
          </strong>{" "}
          {plural(found?.recipients ?? 0, "recipient", "recipients")}
          {found !== undefined && found.total !== found.recipients && (
            <span class="quiet"> {`of ${formatNumber(found.total)}`}</span>
          )}
        </p>
        <IconButton small icon="again" label="Count again" onClick={estimate.reload} />
      </div>
      {found !== undefined && found.exclusions.length > 0 && (
        <ul class="compose-reasons">
          {found.exclusions.map(([reason, count]) => (
            <li key={reason}>
              <span>{reasonTitle(reason)}</span> <Count value={count} />
            </li>
          ))}
        </ul>
      )}
      {found !== undefined && <Predicted {...found.predictions} />}
      {found !== undefined && (
        <p class="field-hint numbers">
          {found.seconds !== null && `Sending takes about ${durationText(found.seconds)}. `}
          <Age at={found.at} />
        </p>
      )}
      <ErrorBox refusal={estimate.refusal} title="Recipients can't be counted yet" />
    </div>
  )
}

/** How the limits of the workspace would affect the recipients. */
const Predicted = ({
  expires_in_quiet_hours = 0,
  frequency_cap = 0,
  quiet_hours = 0,
  unreadable_time_zone = 0
}: Estimate["predictions"]) => {
  if (frequency_cap === 0 && quiet_hours === 0 && unreadable_time_zone === 0) return null
  const late = expires_in_quiet_hours
  const lines = [
    [
      frequency_cap,
      "# of them has reached your limit on marketing messages and won't get this one.",
      "# of them have reached your limit on marketing messages and won't get this one."
    ],
    [
      quiet_hours - late,
      "# of them is in quiet hours then and gets it when they end.",
      "# of them are in quiet hours then and get it when they end."
    ],
    [
      late,
      "# of them is in quiet hours until the broadcast ends and won't get it.",
      "# of them are in quiet hours until the broadcast ends and won't get it.",
      "compose-warn"
    ],
    [
      unreadable_time_zone,
      "# of them has an invalid time zone. The zone of the phone number or the workspace is used.",
      "# of them have invalid time zones. The zone of the phone number or the workspace is used."
    ]
  ] as const
  return (
    <ul class="compose-reasons">
      {lines.map(
        ([count, one, other, look]) =>
          count > 0 && (
            <li key={one} class={look}>
              {plural(count, one, other)}
            </li>
          )
      )}
    </ul>
  )
}

const durationText = (seconds: number): string => {
  if (seconds < 60) return plural(seconds, "# second", "# seconds")
  if (seconds < 5_400) return plural(Math.round(seconds / 60), "# minute", "# minutes")
  return plural(Math.round(seconds / 3_600), "# hour", "# hours")
}

const Age = ({ at }: { readonly at: number }) => {
  const [now, setNow] = useState(performance.now())
  useEffect(() => {
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [at])
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  return <span>{`Counted ${durationText(seconds)} ago.`}</span>
}

const Lengths = ({ message }: { readonly message: Message }) => {
  const faults = tooLongIn(message)
  if (faults.length === 0) return null
  return (
    <ul class="compose-note compose-warn" role="status">
      {faults.map(({ card, length, most, part }, at) => (
        <li key={at}>
          {`${partTitles[part]}${card === null ? "" : ` of card ${formatNumber(card)}`} has ${formatNumber(length)} characters. The limit is ${formatNumber(most)}.`}
        </li>
      ))}
    </ul>
  )
}
