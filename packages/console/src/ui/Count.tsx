import { formatNumber } from "../texts/Text.ts"

/** A number in tabular digits, with reserved space until it is known. */
export const Count = ({ value }: { readonly value: number | undefined }) => (
  <span class="count numbers">{value === undefined ? "–" : formatNumber(value)}</span>
)
