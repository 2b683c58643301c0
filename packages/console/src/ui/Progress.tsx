import { formatNumber } from "../texts/Text.ts"

/** A progress bar. Without a total, it is indeterminate. */
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
