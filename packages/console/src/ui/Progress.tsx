import { formatNumber } from "../texts/Text.ts"

/** How far something is. Without a total, or before there is one, it says only that it goes on. */
export const Progress = ({
  done,
  label,
  total
}: {
  readonly label: string
  readonly done: number
  readonly total: number | undefined
}) => (
  <div class="progress">
    <div class="progress-line">
      <span>{label}</span>
      <span class="numbers quiet">{total !== undefined && `${formatNumber(done)} of ${formatNumber(total)}`}</span>
    </div>
    <progress
      aria-label={label}
      {...(total === undefined ? {} : { value: Math.min(done, total), max: Math.max(total, 1) })}
    />
  </div>
)
