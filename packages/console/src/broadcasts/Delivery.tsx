import type { Broadcast } from "../api/Follow.ts"
import { counterTitles } from "./live/Series.ts"
import { formatNumber } from "../texts/Text.ts"

/** Returns the parts of a broadcast. Each recipient is in one part: a read message does not count as delivered again. */
const partsOf = ({ delivered, failed, read, recipients, sent }: Broadcast) => {
  const total = Math.max(recipients ?? 0, sent + failed)
  return {
    total,
    read,
    delivered: Math.max(0, delivered - read),
    sent: Math.max(0, sent - delivered),
    failed: Math.min(failed, total)
  }
}

const shown = ["read", "delivered", "sent", "failed"] as const

/** A bar of a broadcast's progress, with a description for screen readers. */
export const DeliveryBar = ({ broadcast }: { readonly broadcast: Broadcast }) => {
  const parts = partsOf(broadcast)
  const share = (part: number) => (parts.total === 0 ? 0 : (part / parts.total) * 100)
  return (
    <span
      class="broadcasts-bar"
      role="img"
      aria-label={`${formatNumber(broadcast.sent)} of ${formatNumber(parts.total)} sent, ${formatNumber(broadcast.delivered)} delivered`}
    >
      {shown.map((part) => (
        <span
          key={part}
          class={`broadcasts-part broadcasts-fill-${part}`}
          style={{ width: `${share(parts[part])}%` }}
        />
      ))}
    </span>
  )
}

/** Returns a share in whole percent; an empty string if the whole is 0. */
const shareOf = (part: number, whole: number): string =>
  whole === 0 ? "" : `${formatNumber(Math.round((part / whole) * 100))}%`

/** The counters of a broadcast, each with its share of the previous counter. */
export const Counters = ({ broadcast }: { readonly broadcast: Broadcast }) => {
  const { delivered, failed, read, rejected, sent } = broadcast
  const total = broadcast.recipients
  const tiles = [
    { name: "recipients", value: total, share: "" },
    { name: "sent", value: sent, share: shareOf(sent, total ?? 0) },
    { name: "delivered", value: delivered, share: shareOf(delivered, sent) },
    { name: "read", value: read, share: shareOf(read, delivered) },
    { name: "failed", value: failed, share: shareOf(failed, total ?? 0) },
    { name: "rejected", value: rejected, share: "" }
  ] as const
  return (
    <dl class="broadcasts-counters">
      {tiles.map(({ name, share, value }) => (
        <div key={name} class="broadcasts-counter">
          <dt class={`broadcasts-name broadcasts-mark-${name}`}>{counterTitles[name]}</dt>
          <dd>
            <span class="broadcasts-value numbers">{value === null ? "–" : formatNumber(value)}</span>
            <span class="broadcasts-share numbers quiet">{share}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
