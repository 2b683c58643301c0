import { type Fault, Refusal } from "../../api/Refusal.ts"
import { text } from "../../texts/Text.ts"
import { timeIn } from "../start/Zone.ts"
import { placeOf, sourceOf } from "./Body.ts"
import { type Draft, noValue } from "./Draft.ts"
import { countPasted, readPasted } from "./Pasted.ts"
import { blanksOf, type Template } from "../preview/Template.ts"

/** What a draft lacks before the API can be asked about it, at the places of a request; none is undefined. */
export const lackingIn = (draft: Draft, template: Template | undefined): Refusal | undefined => {
  const faults = [
    ...(draft.name.trim() === "" ? [fault("name", text("compose.faults.name"))] : []),
    ...(template === undefined ? [fault("template_name", text("compose.faults.template"))] : []),
    ...(draft.from.trim() === "" ? [fault("from", text("compose.faults.from"))] : []),
    ...whoFaults(draft),
    ...(template === undefined ? [] : valueFaults(draft, template)),
    ...(draft.start === "later" ? timeFaults("scheduled_for", draft.startAt, draft.zone, true) : []),
    ...timeFaults("valid_until", draft.until, draft.zone, false)
  ]
  return faults.length === 0 ? undefined : new Refusal(422, text("compose.faults.message"), faults)
}

const fault = (place: string, said: string): Fault => ({ place, text: said, kind: null })

const whoFaults = (draft: Draft): ReadonlyArray<Fault> => {
  if (draft.who === "audience") {
    return draft.include.length === 0 ? [fault("audience.include", text("compose.faults.audience"))] : []
  }
  const { rows } = countPasted(readPasted(draft.pasted))
  if (rows === 0) return [fault("recipients", text("compose.faults.pasted"))]
  return rows > 50_000 ? [fault("recipients", text("compose.faults.pastedMany"))] : []
}

/** A value that comes from nowhere. Of a pasted one, what rows lack is for them alone. */
const valueFaults = (draft: Draft, template: Template): ReadonlyArray<Fault> =>
  blanksOf(template).flatMap((blank) => {
    const value = draft.values[blank.key] ?? noValue
    const source = sourceOf(value, draft.who)
    const isGiven = source === "column" && value.column === "" ? value.fallback.trim() !== "" : true
    const isMissing = source === "text" ? value.text.trim() === "" : source === "field" ? value.field === "" : !isGiven
    return isMissing ? [fault(placeOf(blank), text(`compose.faults.${source}`))] : []
  })

const timeFaults = (place: string, local: string, zone: string, needed: boolean): ReadonlyArray<Fault> => {
  if (local === "") return needed ? [fault(place, text("compose.faults.time"))] : []
  const time = timeIn(local, zone)
  if (time === undefined) return [fault(place, text("compose.faults.time"))]
  return time.instants.length === 0 ? [fault(place, text("compose.faults.gap"))] : []
}
