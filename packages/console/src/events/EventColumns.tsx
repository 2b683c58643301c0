import { reasonTitle } from "../broadcasts/Status.tsx"
import { pathTo } from "../api/Place.ts"
import { Badge, type Tone } from "../ui/Badge.tsx"
import { IconButton } from "../ui/Button.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { actorOf, subjectsOf } from "./EventLog.ts"
import type { RollcallEvent } from "./EventTypes.ts"
import { eventTitles } from "./EventTypes.ts"
import { locale, shortOf } from "../texts/Text.ts"

const subjectTitles = {
  contact: "Contact",
  merged: "Merged",
  import: "Import",
  broadcast: "Broadcast",
  webhook: "Webhook",
  message: "Message"
} as const

const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium" })
const dayAndClock = new Intl.DateTimeFormat(locale, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit"
})

const When = ({ at }: { readonly at: string }) => {
  const instant = new Date(at)
  const isToday = instant.toDateString() === new Date().toDateString()
  return (
    <time class="instant numbers quiet" dateTime={at} title={`${at} (UTC)`}>
      {(isToday ? clock : dayAndClock).format(instant)}
    </time>
  )
}

/** The event in a word, coloured if it needs attention. */
const What = ({ event: { notice, type } }: { readonly event: RollcallEvent }) => (
  <span title={type}>
    <Badge tone={notice?.level === "warning" ? "warn" : (tones[type] ?? "neutral")}>{eventTitles[type]}</Badge>
  </span>
)

const tones: { readonly [Type in RollcallEvent["type"]]?: Tone } = {
  "contact.erased": "warn",
  "contact.opted_out": "warn",
  "import.failed": "bad",
  "import.completed": "good",
  "broadcast.paused": "warn",
  "broadcast.limited": "warn",
  "broadcast.failed": "bad",
  "broadcast.expired": "warn",
  "broadcast.completed": "good",
  "broadcast.started": "accent",
  "recipient.undeliverable": "bad",
  "recipient.rejected": "bad",
  "recipient.unknown": "warn",
  "webhook.disabled": "bad",
  "webhook.events_missed": "bad",
  "message.received": "accent"
}

const Subjects = ({ event }: { readonly event: RollcallEvent }) => (
  <span class="events-about">
    {subjectsOf(event).map(({ kind, path, uuid }) => (
      <a key={uuid} href={pathTo(path)} title={uuid}>
        {subjectTitles[kind]} <span class="numbers">{shortOf(uuid)}</span>
      </a>
    ))}
  </span>
)

const Details = ({ event: { notice, reason } }: { readonly event: RollcallEvent }) => {
  const detail = notice?.detail ?? (reason === null ? null : reasonTitle(reason))
  return detail === null ? null : <span title={detail}>{detail}</span>
}

const Who = ({ event }: { readonly event: RollcallEvent }) => {
  const who = actorOf(event)
  return who === null ? null : <span title={event.actor ?? who}>{who}</span>
}

const CopyCursor = ({ cursor }: { readonly cursor: string }) => (
  <IconButton
    small
    icon="copy"
    label="Copy the cursor"
    onClick={() =>
      void navigator.clipboard.writeText(cursor).then(
        () => toast("The cursor is copied."),
        () => toast(`Your browser blocked copying. The cursor is ${cursor}`)
      )
    }
  />
)

/** Returns the columns of events: two columns with two lines each on phones. */
export const eventColumns = (narrow: boolean): ReadonlyArray<Column<RollcallEvent>> => {
  if (narrow) {
    return [
      {
        key: "what",
        title: "What",
        width: "55%",
        cell: (event) => (
          <span class="events-lines">
            <What event={event} />
            <When at={event.at} />
          </span>
        )
      },
      {
        key: "about",
        title: "About",
        cell: (event) => (
          <span class="events-lines">
            <Subjects event={event} />
            <Details event={event} />
            {event.actor !== null && (
              <span class="quiet">
                By <Who event={event} />
              </span>
            )}
          </span>
        )
      }
    ]
  }
  return [
    { key: "when", title: "When", width: "11rem", cell: ({ at }) => <When at={at} /> },
    { key: "what", title: "What", width: "14rem", cell: (event) => <What event={event} /> },
    { key: "about", title: "About", cell: (event) => <Subjects event={event} /> },
    { key: "details", title: "Details", cell: (event) => <Details event={event} /> },
    { key: "who", title: "By", width: "10rem", cell: (event) => <Who event={event} /> },
    {
      key: "cursor",
      title: "Copy the cursor",
      unseen: true,
      width: "3.5rem",
      cell: ({ cursor }) => <CopyCursor cursor={cursor} />
    }
  ]
}
