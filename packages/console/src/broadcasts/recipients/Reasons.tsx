import type { Broadcast } from "../../api/Follow.ts"
import { type Reason, reasons, reasonTitle } from "../Status.tsx"
import { formatNumber } from "../../texts/Text.ts"

/** Returns the reasons of a broadcast, most recipients first. */
export const reasonsOf = ({ reasons: counts }: Pick<Broadcast, "reasons">): ReadonlyArray<readonly [Reason, number]> =>
  reasons
    .map((reason): readonly [Reason, number] => [reason, counts[reason] ?? 0])
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)

/** Why recipients were not reached, as bars. Pressing a bar shows only its recipients. */
export const Reasons = ({
  broadcast,
  chosen,
  onChoose
}: {
  readonly broadcast: Broadcast
  readonly chosen: Reason | undefined
  readonly onChoose: (reason: Reason | undefined) => void
}) => {
  const found = reasonsOf(broadcast)
  const most = found[0]?.[1] ?? 1
  if (found.length === 0) return <p class="quiet">All recipients were reached so far.</p>
  return (
    <ul class="broadcasts-reasons">
      {found.map(([reason, count]) => (
        <li key={reason}>
          <button
            type="button"
            class="broadcasts-reason"
            aria-pressed={chosen === reason}
            onClick={() => onChoose(chosen === reason ? undefined : reason)}
          >
            <span class="broadcasts-reason-title">{reasonTitle(reason)}</span>
            <span class="numbers">{formatNumber(count)}</span>
            <span class="broadcasts-track" aria-hidden="true">
              <span class="broadcasts-length" style={{ width: `${(count / most) * 100}%` }} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
