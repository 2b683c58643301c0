import { systemCaller, Contacts, OptOuts, type WorkspaceUuid } from "@rollcall/core"
import { addressesOf, digitForms, type MatchIdentifier, noRows } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { accepted, given, resultsOf, workedOff } from "../fixtures/ImportFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, newCaller } from "../shared/Fixture.ts"
import { found } from "../fixtures/ContactFixture.ts"

/** A feature that compares identifiers. */
type Place = "filter" | "import" | "opt-out" | "audience"

/** Two spellings of an identifier. */
interface SpelledPair {
  readonly field: MatchIdentifier | "chatappId"
  readonly stored: string
  readonly written: string
}

/** Two spellings, and for each feature whether they match, or why they do not. */
interface Spelling extends SpelledPair {
  readonly places: Readonly<Partial<Record<Place, true | string>>>
}

const everywhere = { filter: true, import: true, "opt-out": true, audience: true } as const
const emailPlaces = { filter: true, import: true } as const

const number = (written: string, places: Spelling["places"] = everywhere): Spelling => ({
  field: "phoneNumber",
  stored: "+49 151 10000001",
  written,
  places
})

const email = (written: string, stored = "ada@example.org"): Spelling => ({
  field: "email",
  stored,
  written,
  places: emailPlaces
})

/** Returns two spellings of a platform user id, which is valid wherever a number is valid. */
const userId = (written: string, stored: string): Spelling => ({
  field: "chatappId",
  stored,
  written,
  places: { filter: true, "opt-out": true, audience: true }
})

const otherExtension = "people of one switchboard differ by their extensions"
const exactId = "ids of other systems may differ by case"

/** Every spelling that matching accepts, by feature. Spellings that need numbering plans are tested with the plans. */
const spellings: ReadonlyArray<Spelling> = [
  number("+4915110000001"),
  number("4915110000001"),
  number("0049 151 10000001"),
  number("+49 (0) 151 10000001"),
  number("+49 (151) 1000-0001"),
  number("+49 151/10000001"),
  number("tel:+49-151-10000001"),
  number("\u202a+49 151 10000001\u202c"),
  number("٤٩١٥١١٠٠٠٠٠٠١"),
  number("4915110000001.0"),
  number("+49 151 10000001 ab 18 Uhr"),
  number("Mobil: +49 151 10000001"),
  number("+49 151 10000001 / +49 151 10000002"),
  number("+49 151 10000001 oder 02"),
  number("+49 151 10000001 ext. 12", { ...everywhere, import: otherExtension }),
  { field: "phoneNumber", stored: "1-800-FLOWERS", written: "+1 800 356 9377", places: everywhere },
  userId("US.13491208655302741918", "US.13491208655302741918"),
  userId("\u202a US.13491208655302741918\u202c", "US.13491208655302741918"),
  userId("US.ENT.11815799212886844830", "US.ENT.11815799212886844830"),
  userId("DE.4915110000001", "DE.4915110000001"),
  email("ADA@Example.ORG"),
  email(" mailto:ada@example.org. "),
  email("ada@exam\u200bple.org"),
  email("Ada Lovelace <ada@example.org>"),
  email("ada@example.org; bob@example.org"),
  email("ada@example.org (work)"),
  email("ida@xn--mnchen-3ya.example", "ida@MÜNCHEN.example"),
  { field: "externalContactId", stored: "Crm-1", written: " Crm-1 ", places: { filter: true, import: true } },
  {
    field: "externalContactId",
    stored: "Crm-1",
    written: "crm-1",
    places: { filter: exactId, import: exactId }
  }
]

/** Invalid identifiers, which never match a contact. */
const unread: ReadonlyArray<readonly [field: MatchIdentifier, text: string]> = [
  ["phoneNumber", "12"],
  ["phoneNumber", "n/a"],
  ["phoneNumber", "2024-01-15"],
  ["phoneNumber", "4,91512E+12"],
  ["phoneNumber", "030, 23125001"],
  ["phoneNumber", "DE.4915110000001"],
  ["email", "not-an-email"],
  ["email", "n/a"],
  ["externalContactId", "N/A"]
]

/** Stores a contact with a value in only one field. */
const stored = (workspace: WorkspaceUuid, field: SpelledPair["field"], text: string) =>
  Contacts.use((contacts) => contacts.create(systemCaller(workspace), { [field]: text }))

/** Returns whether the second spelling matches the contact with the first spelling. */
const meetsIn = Effect.fnUntraced(function* (place: Place, { field, stored: text, written }: SpelledPair) {
  const caller = yield* newCaller
  const { workspace } = caller
  const one = yield* stored(workspace, field, text)
  switch (place) {
    case "filter": {
      const advancedSearch = [{ field, operator: "equals", value: written }] as const
      const found = yield* Contacts.use((contacts) => contacts.search(caller, { advancedSearch }, everything))
      return found.total === 1
    }
    case "import": {
      // Imports don't match on this field.
      if (field === "chatappId") return false
      const ref = yield* accepted(caller, [given({ [field]: written, lastName: "B" })], { matchOnField: field })
      yield* workedOff(ref)
      return (yield* resultsOf(ref)).contactImport.counts.updated === 1
    }
    case "opt-out": {
      const optOuts = yield* OptOuts
      const other = yield* stored(workspace, field, written)
      yield* optOuts.optOut(caller, other.uuid)
      return (yield* optOuts.get(caller, one.uuid)).optOut !== null
    }
    case "audience": {
      const other = yield* stored(workspace, field, written)
      const holders = yield* ContactStore.use((store) => store.holders(workspace, addressesOf(digitForms, other)))
      return holders.length === 2
    }
  }
})

export const spellingChecks: ReadonlyArray<Check> = [
  ...spellings.map((spelling) => {
    const { field, places, stored, written } = spelling
    return check(
      `C3: ${field} ${JSON.stringify(written)} matches ${JSON.stringify(stored)} in the places in the table`,
      function* () {
        for (const place of ["filter", "import", "opt-out", "audience"] as const) {
          const isForgiven = places[place]
          // Opt-outs and audiences compare only addresses, so they skip other identifiers.
          if (isForgiven === undefined) continue
          yield* agree(`In ${place}`, yield* meetsIn(place, spelling), isForgiven === true)
        }
      }
    )
  }),

  ...unread.map(([field, text]) =>
    check(
      `C3, I3: ${field} ${JSON.stringify(text)} is stored, matches no contact, and creates one with a warning`,
      function* () {
        const caller = yield* newCaller
        const { workspace } = caller
        const rows = [given({ [field]: text, firstName: "A" }), given({ [field]: text, firstName: "B" })]
        yield* stored(workspace, field, text)
        const ref = yield* accepted(caller, rows, { matchOnField: field })
        yield* workedOff(ref)
        const { contactImport, receipts } = yield* resultsOf(ref)
        yield* agree("The counts", contactImport.counts, { ...noRows, created: 2 })
        yield* agree(
          "The warnings",
          receipts.map(({ result }) => result?.issues.map(({ code }) => code)),
          [["unreadable_identifier"], ["unreadable_identifier"]]
        )
        const all = yield* found(workspace)
        yield* agree(
          "As it is written",
          all.items.map((contact) => contact[field]),
          [text, text, text]
        )
      }
    )
  )
]
