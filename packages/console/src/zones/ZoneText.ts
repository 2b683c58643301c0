import { offsetText } from "./Zone.ts"
import { locale } from "../texts/Text.ts"

/** Formats a timestamp in a zone, with the offset. */
export const formatInZone = (instant: number, zone: string): string => {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: "full", timeStyle: "short" })
  const offset = offsetText(instant, zone)
  return `${format.format(instant)}${zone === offset ? "" : ` (${offset})`}`
}
