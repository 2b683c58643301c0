import { useEffect, useState } from "preact/hooks"
import { Card } from "../ui/Page.tsx"
import { isQuiet, passesMidnight, type SettingsForm, timeIn } from "./SettingsForm.ts"
import { plural } from "../texts/Text.ts"

/** Describes the typed settings in sentences. */
export const Preview = ({ form }: { readonly form: SettingsForm }) => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Card title="What this means">
      <div class="settings-preview" aria-live="polite">
        <p>{capSentence(form)}</p>
        <p>{quietSentence(form)}</p>
        {form.quiet && <p>{zoneSentence(form)}</p>}
        {form.quiet && <p class="quiet">{nowSentence(form, now)}</p>}
        <p class="quiet">Utility and authentication messages are sent at any time and don't count.</p>
      </div>
    </Card>
  )
}

const capSentence = ({ capped, days, messages }: SettingsForm): string => {
  if (!capped) return "Contacts get any number of marketing messages."
  return `A contact gets at most ${plural(Number(messages), "# marketing message", "# marketing messages")} in any ${plural(Number(days), "# day", "# days")}.`
}

const quietSentence = (form: SettingsForm): string => {
  if (!form.quiet) return "Marketing is sent at any time of day."
  const { from, until } = form
  return passesMidnight(form)
    ? `No contact gets marketing between ${from} and ${until} of the next day, in the contact's time zone.`
    : `No contact gets marketing between ${from} and ${until}, in the contact's time zone.`
}

const zoneSentence = ({ zone, zoneField }: SettingsForm): string => {
  const [field, known] = zoneField === "" ? ["", "neither is"] : [`the field ${zoneField}, or else from `, "none is"]
  return `The time zone comes from ${field}the area or country of the phone number, or is ${zone} if ${known} known. In a country with several time zones, marketing waits until quiet hours are over in all of them.`
}

const nowSentence = (form: SettingsForm, now: Date): string => {
  const time = timeIn(form.zone, now)
  if (time === undefined) return `${form.zone} isn't a time zone.`
  const outcome = isQuiet(time, form) ? `marketing waits there until ${form.until}` : "marketing is sent there"
  return `It is ${time} in ${form.zone} now: ${outcome}.`
}
