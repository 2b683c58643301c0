import type { ComponentChildren } from "preact"
import { AsksToStop } from "../../messages/AsksToStop.tsx"
import { pathTo } from "../../api/Place.ts"
import { Icon, type IconName } from "../../ui/Icon.tsx"
import { Instant } from "../../ui/Instant.tsx"
import type { TimelineItem, ContactProps } from "../ContactState.ts"
import { UndoMerge } from "../merge/UndoMerge.tsx"
import { scopeTitles, sourceTexts } from "../OptOutTexts.ts"
import { predefinedFields } from "../../contacts/PredefinedFields.ts"
import { formatNumber } from "../../texts/Text.ts"
import { BadgeOf, type BadgeTitles } from "../../ui/Badge.tsx"
import { isPredefined } from "../../contacts/ContactFields.ts"
import { keysOf } from "../../reading/Reader.ts"
import { Value } from "../../contacts/Value.tsx"

const types: { readonly [Type in TimelineItem["type"]]: readonly [title: string, icon: IconName] } = {
  archived: ["Archived", "archive"],
  created: ["Created", "plus"],
  imported: ["Imported", "import"],
  list_added: ["Added to a list", "lists"],
  list_removed: ["Removed from a list", "lists"],
  merged: ["Another contact was merged into this one", "contacts"],
  message_in: ["Message received", "messages"],
  message_out: ["Broadcast", "send"],
  note: ["Note", "fields"],
  opted_in: ["Opted in", "check"],
  opted_out: ["Opted out", "close"],
  unarchived: ["Restored from the archive", "archive"],
  updated: ["Changed", "compose"]
}

const statuses: BadgeTitles<MessageOut["status"]> = {
  submitted: ["Submitted", "neutral"],
  delivered: ["Delivered", "good"],
  read: ["Read", "accent"],
  rejected: ["Rejected", "bad"],
  undeliverable: ["Undeliverable", "bad"]
}

const timeTitles = { sent_at: "Sent", delivered_at: "Delivered", read_at: "Read" } as const

interface HappenedProps extends ContactProps {
  readonly item: TimelineItem
  /** The name of the token that caused the item, if known. */
  readonly token: string | undefined
}

/** A timeline item: what happened, when, and who did it, if known. */
export const Happened = (props: HappenedProps) => {
  const { item, token } = props
  const [title, icon] = types[item.type]
  return (
    <li class="contact-event">
      <span class="contact-event-icon">
        <Icon name={icon} />
      </span>
      <div class="contact-event-body">
        <div class="contact-event-line">
          <span class="contact-event-title">{title}</span>
          <span class="quiet">
            <Instant iso={item.at} />
          </span>
        </div>
        <More {...props} />
        {item.by !== null && (
          <p class="quiet contact-small" title={item.by}>
            {token === undefined
              ? `by ${item.actor === null || item.actor === item.by ? item.by.slice(-8) : item.actor}`
              : `by the token ${token}`}
          </p>
        )}
      </div>
    </li>
  )
}

const More = ({ contact, fields, item, onChanged }: HappenedProps): ComponentChildren => {
  switch (item.type) {
    case "list_added":
    case "list_removed":
      return <a href={pathTo(`lists/${item.contact_list_uuid}`)}>{item.name}</a>
    case "imported":
      return (
        <a href={pathTo(`imports/${item.contact_import_uuid}`)}>
          {`Row ${formatNumber(item.row + 1)}: ${item.outcome}`}
        </a>
      )
    case "merged":
      return <UndoMerge contact={contact} from={item.merged_contact_uuid} onUndone={onChanged} />
    case "message_in":
      return (
        <>
          <p class="quiet contact-small">
            {`From ${item.username === null ? item.from : `${item.from} (@${item.username})`} to ${item.to}`}
          </p>
          <AsksToStop asks={item.asks_to_stop} />
          <p class="contact-said">{item.text ?? `No text content (${item.kind})`}</p>
        </>
      )
    case "message_out":
      return <Sent item={item} />
    case "note":
      return (
        <>
          {item.title !== null && <p class="contact-strong">{item.title}</p>}
          <p class="contact-prose">{item.text}</p>
        </>
      )
    case "opted_out":
      return (
        <p>
          {scopeTitles[item.scope]}, {sourceTexts[item.source]}
        </p>
      )
    case "updated":
      return (
        <ul class="contact-changes">
          {item.changes.map(({ custom_field_uuid, field, from, hidden, to }) => {
            const custom = fields.find(({ uuid }) => uuid === custom_field_uuid)
            return (
              <li key={field}>
                <span class="quiet">{custom?.name ?? labelOf(field)}</span>{" "}
                {hidden ? (
                  "changed (values hidden)"
                ) : (
                  <>
                    <Value field={custom} value={from} /> <span aria-hidden="true">→</span>
                    <span class="unseen">became</span> <Value field={custom} value={to} />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )
    default:
      return null
  }
}

const labelOf = (field: string): string => (isPredefined(field) ? predefinedFields[field].title : field)

type MessageOut = Extract<TimelineItem, { readonly type: "message_out" }>

const Sent = ({ item }: { readonly item: MessageOut }) => (
  <>
    <p class="contact-event-line">
      <a href={pathTo(`broadcasts/${item.broadcast_uuid}`)}>{item.broadcast_name}</a>
      <BadgeOf titles={statuses} name={item.status} />
    </p>
    <p class="quiet contact-small">{`${item.template_name}, by ${item.channel_type} to ${item.identifier}`}</p>
    {item.error !== null && <p>{item.error}</p>}
    <Times item={item} />
  </>
)

const Times = ({ item }: { readonly item: MessageOut }) => {
  const times = keysOf(timeTitles).filter((name) => item[name] !== null)
  return times.length === 0 ? null : (
    <p class="quiet contact-small contact-times">
      {times.map((name) => (
        <span key={name}>
          {timeTitles[name]} <Instant iso={item[name]} />
        </span>
      ))}
    </p>
  )
}
