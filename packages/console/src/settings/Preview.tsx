import { useEffect, useState } from "preact/hooks"
import { text } from "../texts/Text.ts"
import { Card } from "../ui/Page.tsx"
import { isQuiet, passesMidnight, type SettingsForm, timeIn } from "./SettingsForm.ts"

/** What the settings that are typed mean, in sentences. */
export const Preview = ({ form }: { readonly form: SettingsForm }) => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Card title={text("settings.preview.title")}>
      <div class="settings-preview" aria-live="polite">
        <p>{capSentence(form)}</p>
        <p>{quietSentence(form)}</p>
        {form.quiet && <p>{zoneSentence(form)}</p>}
        {form.quiet && <p class="quiet">{nowSentence(form, now)}</p>}
        <p class="quiet">{text("settings.preview.others")}</p>
      </div>
    </Card>
  )
}

const capSentence = ({ capped, days, messages }: SettingsForm): string => {
  if (!capped) return text("settings.preview.noCap")
  return text("settings.preview.cap", {
    messages: text("settings.preview.messages", { count: Number(messages) }),
    days: text("settings.preview.days", { count: Number(days) })
  })
}

const quietSentence = (form: SettingsForm): string => {
  if (!form.quiet) return text("settings.preview.noQuiet")
  const { from, until } = form
  return text(passesMidnight(form) ? "settings.preview.overnight" : "settings.preview.daytime", { from, until })
}

const zoneSentence = ({ zone, zoneField }: SettingsForm): string =>
  zoneField === ""
    ? text("settings.preview.zone", { zone })
    : text("settings.preview.zoneByField", { zone, field: zoneField })

const nowSentence = (form: SettingsForm, now: Date): string => {
  const time = timeIn(form.zone, now)
  if (time === undefined) return text("settings.preview.unknownZone", { zone: form.zone })
  const values = { time, zone: form.zone, until: form.until }
  return text(isQuiet(time, form) ? "settings.preview.nowQuiet" : "settings.preview.nowOpen", values)
}
