import { systemCaller, Contacts, ContactUuid } from "@rollcall/core"
import { newestFirst } from "@rollcall/core/contacts"
import { nextId } from "@rollcall/core/shared"
import { Context, DateTime, Effect } from "effect"
import * as Arr from "effect/Array"
import { agree, operation, timedCase } from "../Case.ts"
import type { Connection } from "../stores/Connection.ts"
import { contactInsertion, contactRow, rowsOfContact, valueRows } from "../stores/ContactRows.ts"
import { type PageCase, pageCase } from "./PageCase.ts"
import { indexedContact, type Person, type Population } from "./Population.ts"
import { columns, counting, once, some } from "./Searches.ts"

const found = { page: `SELECT ${columns}, 1 AS total FROM contacts WHERE workspace_uuid = $1 AND uuid = $2` }

const get: PageCase<string> = {
  name: "get",
  limits: [operation],
  values: some(({ uuid }) => uuid),
  library: (contacts, uuid, { workspace }) =>
    Effect.map(contacts.get(systemCaller(workspace), ContactUuid.make(uuid)), (contact) => ({
      total: 1,
      items: [contact]
    })),
  operands: (uuid) => [uuid],
  sqlite: found,
  postgres: found
}

const page = `SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 ORDER BY created_at DESC, uuid DESC LIMIT 50`
const total = counting()

const list: PageCase<unknown> = {
  name: "list of 50",
  limits: [operation],
  values: once,
  library: (contacts, _, { workspace }) =>
    contacts.list(systemCaller(workspace), newestFirst, { limit: 50, offset: 0 }),
  operands: () => [],
  sqlite: { page, total },
  postgres: { page: page.replace(" FROM", `, (${total}) AS total FROM`) }
}

export const reads = [pageCase(get), pageCase(list)]
export const readsAtOnce = [pageCase(get, 32), pageCase(list, 32)]

const createCase = (name: string, hasValues: boolean, concurrency = 1) =>
  timedCase({
    name,
    limits: [operation],
    concurrency,
    ...(concurrency === 1 ? { block: 21 } : { only: "postgres" }),
    sides: Effect.fnUntraced(function* ({ library: context, population, rival }) {
      const contacts = Context.get(context, Contacts)
      const newcomer = () => (hasValues ? population.newcomer() : { ...population.newcomer(), values: {} })
      const library = ({ fields, values }: Person) =>
        contacts.create(systemCaller(population.workspace), { ...fields, customFields: values })
      const connection = concurrency === 1 ? rival?.connection : rival?.pool
      const byHand = connection && creating(connection, population)
      if (connection && byHand) {
        const person = newcomer()
        const read = rowsOfContact(connection)
        yield* agree(name, yield* read((yield* library(person)).uuid), yield* read(yield* byHand(person)))
      }
      const newcomers = Arr.makeBy(2_000, newcomer)
      const nth = (n: number) => newcomers[n % newcomers.length] ?? newcomers[0]
      return { library: (n) => library(nth(n)), rival: byHand && ((n) => byHand(nth(n))) }
    })
  })

/** What the library does with a request, without its checks: the fields are known, and all values are valid. */
const creating = (connection: Connection, population: Population) => {
  const insert = contactInsertion(connection)
  return Effect.fnUntraced(function* (person: Person) {
    const uuid = ContactUuid.make(yield* nextId)
    const { contact, values } = indexedContact(population, person, uuid, yield* DateTime.now)
    yield* insert(contactRow(contact), valueRows(contact, values))
    return uuid
  })
}

export const creates = [createCase("create", false), createCase("create with custom values", true)]
export const createsAtOnce = [createCase("create, 32 at once", false, 32)]
