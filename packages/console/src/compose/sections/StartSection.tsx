import { useMemo } from "preact/hooks"
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
import { formatNumber, plural } from "../../texts/Text.ts"

/** When sending begins and ends. */
export const StartSection = ({ draft, refusal, template, update }: Editing) => {
  const settings = useSettings()
  const isTimed = draft.start === "later" || draft.until !== ""
  return (
    <Card title="Start">
      <div class="compose-fields">
        <Choices
          label="When sending begins"
          value={draft.start}
          choices={[
            { value: "now", title: "Now" },
            { value: "later", title: "At a time" }
          ]}
          onValue={(start) => update({ start })}
        />
        {draft.start === "later" && (
          <>
            <TextField
              label="Date and time"
              type="datetime-local"
              error={refusal?.at("scheduled_for")}
              value={draft.startAt}
              onValue={(startAt) => update({ startAt, second: false })}
            />
            <TimeNote draft={draft} local={draft.startAt} update={update} />
          </>
        )}
        <TextField
          label="Ends"
          hint="What is not sent by then is not sent any more."
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
            label="Which contacts"
            value={draft.resolve}
            choices={[
              { value: "acceptance", title: "As they are when you send it" },
              { value: "start", title: "As they are when it begins" }
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
    <FormField label="Time zone">
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
        {`Clocks in ${draft.zone} are put forward then: there is no such time.`}{" "}
        <button type="button" class="link" onClick={() => update({ startAt: next })}>
          {`Take ${formatInZone(time.shifted, draft.zone)}`}
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
          <p>{`Clocks in ${draft.zone} are put back then and show this time twice.`}</p>
          <Choices
            label="Which of the two times"
            value={draft.second ? "second" : "first"}
            choices={(["first", "second"] as const).map((value, at) => ({
              value,
              title: `The ${value} (${offsetText(time.instants[at] ?? 0, draft.zone)})`
            }))}
            onValue={(which) => update({ second: which === "second" })}
          />
        </div>
      )}
      {instant < new Date().getTime() - 60_000 && <p class="compose-note compose-warn">This time is over.</p>}
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
        <li>{`Quiet hours: from ${quiet_hours.from} to ${quiet_hours.until}, in the zone of each recipient, no marketing is sent. It waits until they end.`}</li>
      )}
      {frequency_cap !== null && (
        <li>
          {plural(
            frequency_cap.messages,
            `A contact gets at most # marketing message in ${formatNumber(frequency_cap.days)} days.`,
            `A contact gets at most # marketing messages in ${formatNumber(frequency_cap.days)} days.`
          )}
        </li>
      )}
    </ul>
  )
}
