import { useMemo } from "preact/hooks"
import { text } from "../../texts/Text.ts"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { FormField, TextField } from "../../ui/forms/FormField.tsx"
import { Card } from "../../ui/Page.tsx"
import { instantOf } from "../draft/Body.ts"
import type { Draft } from "../draft/Draft.ts"
import { allZones, browserZone, localOf, offsetText, timeIn } from "../start/Zone.ts"
import { formatInZone } from "../start/ZoneText.ts"
import { type Settings, useSettings } from "../Sources.ts"
import { Choices } from "./Choices.tsx"
import type { Editing } from "./Editing.ts"

/** When sending begins and ends. */
export const StartSection = ({ draft, refusal, template, update }: Editing) => {
  const settings = useSettings()
  const isTimed = draft.start === "later" || draft.until !== ""
  return (
    <Card title={text("compose.start.title")}>
      <div class="compose-fields">
        <Choices
          label={text("compose.start.when")}
          value={draft.start}
          choices={[
            { value: "now", title: text("compose.start.now") },
            { value: "later", title: text("compose.start.later") }
          ]}
          onValue={(start) => update({ start })}
        />
        {draft.start === "later" && (
          <>
            <TextField
              label={text("compose.start.at")}
              type="datetime-local"
              error={refusal?.at("scheduled_for")}
              value={draft.startAt}
              onValue={(startAt) => update({ startAt, second: false })}
            />
            <TimeNote draft={draft} local={draft.startAt} update={update} />
          </>
        )}
        <TextField
          label={text("compose.start.until")}
          hint={text("compose.start.untilHint")}
          optional
          type="datetime-local"
          error={refusal?.at("valid_until")}
          value={draft.until}
          onValue={(until) => update({ until })}
        />
        {isTimed && <ZoneField zone={draft.zone} onZone={(zone) => update({ zone, second: false })} />}
        {draft.who === "audience" && draft.start === "later" && (
          <Choices
            seen
            label={text("compose.start.resolve")}
            value={draft.resolve}
            choices={[
              { value: "acceptance", title: text("compose.start.resolveNow") },
              { value: "start", title: text("compose.start.resolveStart") }
            ]}
            onValue={(resolve) => update({ resolve })}
          />
        )}
        {template?.category === "marketing" && settings.value && <Limits settings={settings.value} />}
      </div>
    </Card>
  )
}

const ZoneField = ({ onZone, zone }: { readonly zone: string; readonly onZone: (zone: string) => void }) => {
  const now = new Date().getTime()
  const options = useMemo(
    () =>
      [...new Set([browserZone(), zone, ...allZones()])].map((name) => ({
        value: name,
        title: name.replaceAll("_", " "),
        hint: offsetText(now, name)
      })),
    [zone]
  )
  return (
    <FormField label={text("compose.start.zone")}>
      {(field) => <Combobox {...field} options={options} value={zone} onValue={onZone} />}
    </FormField>
  )
}

/** A time in its zone, in that of the browser and in UTC; and what there is to know of it where clocks change. */
const TimeNote = ({
  draft,
  local,
  update
}: {
  readonly draft: Draft
  readonly local: string
  readonly update: Editing["update"]
}) => {
  const time = timeIn(local, draft.zone)
  if (time === undefined) return null
  if (time.instants.length === 0) {
    const next = localOf(time.shifted, draft.zone)
    return (
      <p class="compose-note compose-warn" role="status">
        {text("compose.start.gap", { zone: draft.zone })}{" "}
        <button type="button" class="link" onClick={() => update({ startAt: next })}>
          {text("compose.start.use", { time: formatInZone(time.shifted, draft.zone) })}
        </button>
      </p>
    )
  }
  const instant = instantOf(draft, local)
  if (instant === undefined) return null
  const zones = [...new Set([draft.zone, browserZone(), "UTC"])]
  return (
    <>
      {time.instants.length > 1 && (
        <div class="compose-note compose-warn">
          <p>{text("compose.start.overlap", { zone: draft.zone })}</p>
          <Choices
            label={text("compose.start.which")}
            value={draft.second ? "second" : "first"}
            choices={(["first", "second"] as const).map((value, at) => ({
              value,
              title: text(`compose.start.${value}`, { offset: offsetText(time.instants[at] ?? 0, draft.zone) })
            }))}
            onValue={(which) => update({ second: which === "second" })}
          />
        </div>
      )}
      {instant < new Date().getTime() - 60_000 && <p class="compose-note compose-warn">{text("compose.start.past")}</p>}
      <dl class="compose-times numbers">
        {zones.map((zone) => (
          <div key={zone}>
            <dt class="quiet">{zone.replaceAll("_", " ")}</dt>
            <dd>{formatInZone(instant, zone)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** What the workspace limits of marketing. */
const Limits = ({ settings: { frequency_cap, quiet_hours } }: { readonly settings: Settings }) => {
  if (frequency_cap === null && quiet_hours === null) return null
  return (
    <ul class="compose-note">
      {quiet_hours !== null && (
        <li>{text("compose.start.quiet", { from: quiet_hours.from, until: quiet_hours.until })}</li>
      )}
      {frequency_cap !== null && (
        <li>{text("compose.start.cap", { count: frequency_cap.messages, days: frequency_cap.days })}</li>
      )}
    </ul>
  )
}
