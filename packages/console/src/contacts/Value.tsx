import { Instant } from "../ui/Instant.tsx"
import type { CustomField, CustomValue } from "./ContactEntry.ts"
import { formatNumber } from "../texts/Text.ts"

/** A formatted value: options by label, timestamps in the browser's time zone. */
export const Value = ({
  field,
  value
}: {
  readonly field: CustomField | undefined
  readonly value: CustomValue | null
}) => {
  if (value === null) return <span class="quiet">None</span>
  if (field?.field_type === "date:date_time" && typeof value === "string") return <Instant iso={value} />
  return <span>{writtenValue(field, value)}</span>
}

const writtenValue = (field: CustomField | undefined, value: CustomValue): string => {
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (typeof value === "number")
    return field?.field_type === "number:percentage" ? `${formatNumber(value)} %` : formatNumber(value)
  const labelOf = (key: string) =>
    field?.select_options?.find((option) => option.field_key === key)?.display_label ?? key
  return typeof value === "string" ? labelOf(value) : value.map(labelOf).join(", ")
}
