import { useMemo } from "preact/hooks"
import type { FormFieldProps } from "./FormField.tsx"
import { allZones, browserZone, isZone, offsetText } from "../../zones/Zone.ts"
import { ComboboxField } from "./Combobox.tsx"

/** A time zone input, searched by name. The browser's zone comes first. */
export const ZoneField = ({
  onValue,
  value,
  ...field
}: Pick<FormFieldProps, "error" | "hint" | "label"> & {
  readonly value: string
  readonly onValue: (zone: string) => void
}) => {
  const options = useMemo(() => {
    const now = new Date().getTime()
    return [...new Set([browserZone(), value, ...allZones()])].map((name) => ({
      value: name,
      title: name.replaceAll("_", " "),
      hint: isZone(name) ? offsetText(now, name) : ""
    }))
  }, [value])
  return <ComboboxField {...field} options={options} value={value} onValue={onValue} />
}
