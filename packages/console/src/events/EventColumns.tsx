import { reasonTitle } from "../broadcasts/Status.tsx"
import { pathTo } from "../api/Place.ts"
import { locale, text } from "../texts/Text.ts"
import { Badge, type Tone } from "../ui/Badge.tsx"
import { IconButton } from "../ui/Button.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { actorOf, shortOf, subjectsOf } from "./EventLog.ts"
import type { RollcallEvent } from "./EventTypes.ts"

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
    <time class="instant numbers quiet" dateTime={at} title={text("ui.utc", { instant: at })}>
      {(isToday ? clock : dayAndClock).format(instant)}
    </time>
  )
}

/** What happened in a word, coloured where an operator has to look. */
const What = ({ event: { notice, type } }: { readonly event: RollcallEvent }) => (
  <span title={type}>
    <Badge tone={notice?.level === "warning" ? "warn" : (tones[type] ?? "neutral")}>
      {text(`events.types.${type}`)}
    </Badge>
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
        {text(`events.subjects.${kind}`)} <span class="numbers">{shortOf(uuid)}</span>
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
    label={text("events.copy")}
    onClick={() =>
      void navigator.clipboard.writeText(cursor).then(
        () => toast(text("events.copied")),
        () => toast(text("events.notCopied", { cursor }))
      )
    }
  />
)

/** The columns of events; on phones two of them, each of two lines. */
export const eventColumns = (narrow: boolean): ReadonlyArray<Column<RollcallEvent>> => {
  if (narrow) {
    return [
      {
        key: "what",
        title: text("events.columns.what"),
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
        title: text("events.columns.about"),
        cell: (event) => (
          <span class="events-lines">
            <Subjects event={event} />
            <Details event={event} />
            {event.actor !== null && (
              <span class="quiet">
                {text("events.columns.who")} <Who event={event} />
              </span>
            )}
          </span>
        )
      }
    ]
  }
  return [
    { key: "when", title: text("events.columns.when"), width: "11rem", cell: ({ at }) => <When at={at} /> },
    { key: "what", title: text("events.columns.what"), width: "14rem", cell: (event) => <What event={event} /> },
    { key: "about", title: text("events.columns.about"), cell: (event) => <Subjects event={event} /> },
    { key: "details", title: text("events.columns.details"), cell: (event) => <Details event={event} /> },
    { key: "who", title: text("events.columns.who"), width: "10rem", cell: (event) => <Who event={event} /> },
    {
      key: "cursor",
      title: text("events.copy"),
      unseen: true,
      width: "3.5rem",
      cell: ({ cursor }) => <CopyCursor cursor={cursor} />
    }
  ]
}
