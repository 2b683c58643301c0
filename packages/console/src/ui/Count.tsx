import { formatNumber } from "../texts/Text.ts"

/** A number, in digits of one width. Where it is not known yet, room is left for it. */
export const Count = ({ value }: { readonly value: number | undefined }) => (
  <span class="count numbers">{value === undefined ? "–" : formatNumber(value)}</span>
)
