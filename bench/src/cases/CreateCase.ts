import { applyChanges, changeValues, Contacts, ContactUuid, makeContact, nextId } from "@rollcall/core"
import { Context, DateTime, Effect, Equal, Record, Result, Schema } from "effect"
import * as Arr from "effect/Array"
import type { Person } from "../people/Person.ts"
import type { Arena, Rival } from "../stores/Arena.ts"
import { contactRow, valueRows } from "../stores/Rows.ts"
import { type Case, Disagreement, operation } from "./Case.ts"

/** Adds contacts, one after another. */
export const createCase = (options: { readonly values: boolean }): Case => ({
  name: options.values ? "create with custom values" : "create",
  target: operation,
  atOnce: 1,
  block: 21,
  sides: sidesOf(options.values, (rival) => rival.insert)
})

/** Adds many contacts at once. */
export const crowdedCreateCase = (atOnce: number): Case => ({
  name: `create, ${atOnce} at once`,
  target: operation,
  atOnce,
  block: 1,
  sides: sidesOf(false, (rival) => rival.insertForMany)
})

const sidesOf = (values: boolean, inserting: (rival: Rival) => Rival["insert"]): Case["sides"] =>
  Effect.fnUntraced(function* (arena) {
    const { library: context, population, rival } = arena
    const contacts = Context.get(context, Contacts)
    const newcomer = () => {
      const person = population.newcomer()
      return values ? person : { ...person, values: {} }
    }
    const library = ({ fields, values }: Person) => contacts.create(population.workspace, fields, values)
    const byHand = rival && insertion(arena, inserting(rival))
    if (rival && byHand) {
      const person = newcomer()
      const [one, other] = [yield* library(person), yield* byHand(person)]
      const rows = yield* Effect.forEach([one.uuid, other], (uuid) => Effect.map(rival.read(uuid), asComparable))
      if (!Equal.equals(rows[0], rows[1])) {
        return yield* new Disagreement({ case: "create", library: rows[0], rival: rows[1] })
      }
    }
    const newcomers = Arr.makeBy(2_000, newcomer)
    const nth = (n: number) => newcomers[n % newcomers.length] ?? newcomers[0]
    return {
      library: (n) => library(nth(n)),
      rival: byHand && ((n) => byHand(nth(n))),
      total: undefined,
      plan: undefined
    }
  })

/** What the library does to a request, without its checks: definitions are at hand, and everybody is as they should be. */
const insertion = ({ population: { fields, workspace } }: Arena, insert: Rival["insert"]) => {
  const definitions = [...fields.values()]
  return Effect.fnUntraced(function* (person: Person) {
    const uuid = ContactUuid.make(yield* nextId)
    const values = Result.getOrThrow(changeValues(person.values, {}, definitions, "new"))
    const now = yield* DateTime.now
    const contact = makeContact({
      uuid,
      workspace,
      fields: person.fields,
      customFields: applyChanges({}, values),
      now
    })
    yield* insert(contactRow(contact), valueRows(contact, values))
    return uuid
  })
}

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))

/** What two contacts never share. */
const own = new Set(["id", "uuid", "contact_uuid", "created_at", "updated_at"])

const asComparable = (rows: ReadonlyArray<unknown>) =>
  Schema.decodeUnknownSync(Rows)(rows).map(Record.filter((_, column) => !own.has(column)))
