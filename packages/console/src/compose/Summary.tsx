import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Loaded } from "../api/Load.ts"
import { readOneOf } from "../reading/Reader.ts"
import { text } from "../texts/Text.ts"
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

/** Whom a draft reaches, and what they get, as it is while it is written. */
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
    <aside class="compose-summary" aria-label={text("compose.summary.title")}>
      <Card title={text("compose.summary.title")}>
        <div class="compose-fields">
          <Reach draft={draft} template={template} estimate={estimate} found={found} />
          {children}
        </div>
      </Card>
      <Card
        title={text("compose.preview.title")}
        actions={
          <div class="compose-turn">
            <span class="quiet cut numbers" aria-live="polite">
              {example === undefined
                ? text("compose.preview.noExample")
                : text("compose.preview.example", { number: index + 1, all: examples.length, to: example.identifier })}
            </span>
            <IconButton
              small
              icon="left"
              label={text("compose.preview.previous")}
              disabled={index === 0}
              onClick={() => setAt(index - 1)}
            />
            <IconButton
              small
              icon="right"
              label={text("compose.preview.next")}
              disabled={index >= examples.length - 1}
              onClick={() => setAt(index + 1)}
            />
          </div>
        }
      >
        {message === undefined ? (
          <p class="quiet">{text("compose.preview.none")}</p>
        ) : (
          <div class="compose-fields">
            <Phone from={draft.from} message={message} />
            <Lengths message={message} />
            {example && isWritten(draft, template) && (
              <Button icon="send" onClick={() => setTesting(true)}>
                {text("compose.test.button")}
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

/** Whether all values come from somewhere: what stands for one that does not is for the preview alone. */
const isWritten = (draft: Draft, template: Template | undefined): boolean =>
  !lackingIn(draft, template)?.faults.some(({ place }) => place.startsWith("audience.parameters"))

/** Values as they stand in the wording before there is a person: texts, and the names of fields and places. */
const placeholders =
  (draft: Draft, fields: ReadonlyArray<ComboOption>) =>
  (key: string): { readonly value: string } | { readonly place: string } => {
    const value = draft.values[key] ?? noValue
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
      <p class="quiet">{text(template === undefined ? "compose.summary.noTemplate" : "compose.summary.noAudience")}</p>
    )
  }
  return (
    <div class="compose-reach" aria-busy={estimate.loading}>
      <div class="compose-reach-line">
        <p aria-live="polite" aria-atomic="true">
          <strong class="compose-count">
            <Count value={found?.recipients} />
          </strong>{" "}
          {text("compose.summary.recipients", { count: found?.recipients ?? 0 })}
          {found !== undefined && found.total !== found.recipients && (
            <span class="quiet"> {text("compose.summary.of", { total: found.total })}</span>
          )}
        </p>
        <IconButton small icon="again" label={text("compose.summary.again")} onClick={estimate.reload} />
      </div>
      {found !== undefined && found.exclusions.length > 0 && (
        <ul class="compose-reasons">
          {found.exclusions.map(([reason, count]) => (
            <li key={reason}>
              <span>{reasonText(reason)}</span> <Count value={count} />
            </li>
          ))}
        </ul>
      )}
      {found !== undefined && <Predicted {...found.predictions} />}
      {found !== undefined && (
        <p class="field-hint numbers">
          {found.seconds !== null && `${text("compose.summary.takes", { time: durationText(found.seconds) })} `}
          <Age at={found.at} />
        </p>
      )}
      <ErrorBox refusal={estimate.refusal} title={text("compose.summary.refused")} />
    </div>
  )
}

/** What the limits of the workspace would do to the recipients. */
const Predicted = ({
  expires_in_quiet_hours = 0,
  frequency_cap = 0,
  quiet_hours = 0,
  unreadable_time_zone = 0
}: Estimate["predictions"]) => {
  if (frequency_cap === 0 && quiet_hours === 0 && unreadable_time_zone === 0) return null
  const late = expires_in_quiet_hours
  return (
    <ul class="compose-reasons">
      {frequency_cap > 0 && <li>{text("compose.summary.capped", { count: frequency_cap })}</li>}
      {quiet_hours > late && <li>{text("compose.summary.quiet", { count: quiet_hours - late })}</li>}
      {late > 0 && <li class="compose-warn">{text("compose.summary.expires", { count: late })}</li>}
      {unreadable_time_zone > 0 && <li>{text("compose.summary.noZone", { count: unreadable_time_zone })}</li>}
    </ul>
  )
}

/** Why people are not reached when a broadcast is accepted. */
const readReason = readOneOf([
  "invalid_identifier",
  "duplicate_identifier",
  "missing_parameter",
  "unexpected_parameter",
  "invalid_parameter",
  "wrong_card_count",
  "no_address",
  "excluded",
  "archived",
  "no_consent",
  "erased",
  "opted_out"
])

const reasonText = (given: string): string => {
  const reason = readReason(given)
  return reason === undefined ? given : text(`compose.reasons.${reason}`)
}

const durationText = (seconds: number): string => {
  if (seconds < 60) return text("compose.summary.seconds", { count: seconds })
  if (seconds < 5_400) return text("compose.summary.minutes", { count: Math.round(seconds / 60) })
  return text("compose.summary.hours", { count: Math.round(seconds / 3_600) })
}

/** How old a count is. */
const Age = ({ at }: { readonly at: number }) => {
  const [now, setNow] = useState(performance.now())
  useEffect(() => {
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [at])
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  return <span>{text("compose.summary.age", { time: durationText(seconds) })}</span>
}

const Lengths = ({ message }: { readonly message: Message }) => {
  const faults = tooLongIn(message)
  if (faults.length === 0) return null
  return (
    <ul class="compose-note compose-warn" role="status">
      {faults.map(({ card, length, most, part }, at) => (
        <li key={at}>
          {text(card === null ? "compose.preview.tooLong" : "compose.preview.tooLongCard", {
            part: text(`compose.preview.parts.${part}`),
            card: card ?? 0,
            length,
            most
          })}
        </li>
      ))}
    </ul>
  )
}
