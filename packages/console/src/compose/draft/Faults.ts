import { type Fault, Refusal } from "../../api/Refusal.ts"
import { placeOf, sourceOf } from "./Body.ts"
import { type Draft, noValue } from "./Draft.ts"
import { countPasted, readPasted } from "./Pasted.ts"
import { blanksOf, type Template } from "../preview/Template.ts"
import { timeIn } from "../../zones/Zone.ts"
import { own } from "../../reading/Own.ts"

const valueFaultTexts = { text: "Enter a text.", field: "Choose a field.", column: "Choose a column." } as const

/** Returns the faults of an incomplete draft, at the paths of a request; undefined if the draft is complete. */
export const lackingIn = (draft: Draft, template: Template | undefined): Refusal | undefined => {
  const faults = [
    ...(draft.name.trim() === "" ? [fault("name", "Enter a name.")] : []),
    ...(template === undefined ? [fault("template_name", "Choose a template.")] : []),
    ...(draft.from.trim() === "" ? [fault("from", "Enter a sender.")] : []),
    ...whoFaults(draft),
    ...(template === undefined ? [] : valueFaults(draft, template)),
    ...(draft.start === "later" ? timeFaults("scheduled_for", draft.startAt, draft.zone, true) : []),
    ...timeFaults("valid_until", draft.until, draft.zone, false)
  ]
  return faults.length === 0 ? undefined : new Refusal(422, "Something is missing.", faults)
}

const fault = (place: string, said: string): Fault => ({ place, text: said, kind: null })

const whoFaults = (draft: Draft): ReadonlyArray<Fault> => {
  if (draft.who === "audience") {
    return draft.include.length === 0 ? [fault("audience.include", "Add a list, a segment or all contacts.")] : []
  }
  const { rows } = countPasted(readPasted(draft.pasted))
  if (rows === 0) return [fault("recipients", "Paste at least one number.")]
  return rows > 50_000 ? [fault("recipients", "A broadcast can have at most 50,000 rows.")] : []
}

/** Values without a source. For pasted rows, a missing cell is a problem of its row only. */
const valueFaults = (draft: Draft, template: Template): ReadonlyArray<Fault> =>
  blanksOf(template).flatMap((blank) => {
    const value = own(draft.values, blank.key) ?? noValue
    const source = sourceOf(value, draft.who)
    const isGiven = source === "column" && value.column === "" ? value.fallback.trim() !== "" : true
    const isMissing = source === "text" ? value.text.trim() === "" : source === "field" ? value.field === "" : !isGiven
    return isMissing ? [fault(placeOf(blank), valueFaultTexts[source])] : []
  })

const timeFaults = (place: string, local: string, zone: string, needed: boolean): ReadonlyArray<Fault> => {
  if (local === "") return needed ? [fault(place, "Enter a date and a time.")] : []
  const time = timeIn(local, zone)
  if (time === undefined) return [fault(place, "Enter a date and a time.")]
  return time.instants.length === 0 ? [fault(place, "This time doesn't exist in this time zone.")] : []
}
