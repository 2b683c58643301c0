import { TextField } from "../../ui/forms/FormField.tsx"
import { Card } from "../../ui/Page.tsx"
import { instantOf } from "../draft/Body.ts"
import type { Draft } from "../draft/Draft.ts"
import { Choices } from "./Choices.tsx"
import type { Editing } from "./Editing.ts"
import { formatNumber, plural } from "../../texts/Text.ts"
import type { Settings } from "../../settings/SettingsForm.ts"
import { ZoneField } from "../../ui/forms/ZoneField.tsx"
import { browserZone, localOf, offsetText, timeIn } from "../../zones/Zone.ts"
import { call } from "../../api/Client.ts"
import { choicesOf } from "../../ui/forms/Select.tsx"
import { formatInZone } from "../../zones/ZoneText.ts"
import { useLoad } from "../../api/Load.ts"

export const StartSection = ({ draft, input, template, update }: Editing) => {
  const settings = useLoad((signal) => call("GET /v1/settings", { signal }), [])
  const isTimed = draft.start === "later" || draft.until !== ""
  return (
    <Card title="Start">
      <div class="stack">
        <Choices label="When sending begins" choices={choicesOf({ now: "Now", later: "Later" })} {...input("start")} />
        {draft.start === "later" && (
          <>
            <TextField
              label="Date and time"
              type="datetime-local"
              {...input("startAt")}
              onValue={(startAt) => update({ startAt, second: false })}
            />
            <TimeNote draft={draft} local={draft.startAt} update={update} />
          </>
        )}
        <TextField
          label="Ends"
          hint="Messages that aren't sent by then expire."
          optional
          type="datetime-local"
          {...input("until")}
        />
        {isTimed && (
          <ZoneField label="Time zone" value={draft.zone} onValue={(zone) => update({ zone, second: false })} />
        )}
        {draft.who === "audience" && draft.start === "later" && (
          <Choices
            seen
            label="Which contacts"
            choices={choicesOf({ acceptance: "Matching when you send it", start: "Matching when it starts" })}
            {...input("resolve")}
          />
        )}
        {template?.category === "marketing" && settings.value && <Limits settings={settings.value} />}
      </div>
    </Card>
  )
}

/** A time in its zone, the browser's zone and UTC, with a note on clock changes. */
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
        {`This time doesn't exist: clocks in ${draft.zone} go forward then.`}{" "}
        <button type="button" class="link" onClick={() => update({ startAt: next })}>
          {`Use ${formatInZone(time.shifted, draft.zone)}`}
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
          <p>{`This time occurs twice: clocks in ${draft.zone} go back then.`}</p>
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
      {instant < new Date().getTime() - 60_000 && <p class="compose-note compose-warn">This time is in the past.</p>}
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

const Limits = ({ settings: { frequency_cap, quiet_hours } }: { readonly settings: Settings }) => {
  if (frequency_cap === null && quiet_hours === null) return null
  return (
    <ul class="compose-note">
      {quiet_hours !== null && (
        <li>{`Quiet hours: no marketing is sent from ${quiet_hours.from} to ${quiet_hours.until} in each recipient's time zone. Messages wait until they end.`}</li>
      )}
      {frequency_cap !== null && (
        <li>{`A contact gets at most ${plural(frequency_cap.messages, "# marketing message", "# marketing messages")} in ${formatNumber(frequency_cap.days)} days.`}</li>
      )}
    </ul>
  )
}
