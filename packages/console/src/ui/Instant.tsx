import { locale } from "../texts/Text.ts"

const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
const dateAlone = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })

/** A timestamp in the browser's time zone, with UTC on hover. */
export const Instant = ({ date, iso }: { readonly iso: string | null; readonly date?: boolean }) => {
  if (iso === null) return <span class="quiet">–</span>
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return <span>{iso}</span>
  return (
    <time class="instant numbers" dateTime={iso} title={`${iso} (UTC)`}>
      {(date ? dateAlone : dateAndTime).format(instant)}
    </time>
  )
}

/** Returns a timestamp as a string, for places that accept no element. */
export const formatInstant = (iso: string): string => dateAndTime.format(new Date(iso))
