import { locale } from "../texts/Text.ts"

const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
const dateAlone = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })

/** A timestamp in the zone of the browser, which shows the UTC one when it is pointed at. */
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

/** A timestamp as text, for places that take no element. */
export const formatInstant = (iso: string): string => dateAndTime.format(new Date(iso))
