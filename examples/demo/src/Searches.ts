import { Console, Effect, Schema } from "effect"
import { type Client, expect } from "./Client.ts"
import { count, dim, green, shorten, table } from "./Screen.ts"

const Contact = Schema.Struct({
  first_name: Schema.NullOr(Schema.String),
  last_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  phone_number: Schema.NullOr(Schema.String),
  external_contact_id: Schema.NullOr(Schema.String)
})
export type Contact = typeof Contact.Type

const Found = Schema.Struct({
  contacts: Schema.Array(Contact),
  pagination: Schema.Struct({ total: Schema.Int })
})

/** A search request, and its description. */
export interface Search {
  readonly asks: string
  readonly body: unknown
}

/** The search for the broadcast's recipients. */
export const appointments: Search = {
  asks: "An appointment and a phone number, by the number of the appointment",
  body: {
    advanced_search: [
      { field: "external_contact_id", operator: "starts_with", value: "appt-" },
      { field: "phone_number", operator: "exists" }
    ],
    sort_by: { field: "external_contact_id" }
  }
}

/** The demo's searches. */
export const searches: ReadonlyArray<Search> = [
  { asks: "“MÜLLER kjær” anywhere, in whatever case and order", body: { search_term: "MÜLLER kjær" } },
  { asks: "“447700900” in a phone number, however that was written", body: { search_term: "447700900" } },
  {
    asks: "No phone number, and an e-mail address at example.org, by last name",
    body: {
      advanced_search: [
        { field: "phone_number", operator: "not_exists" },
        { field: "email", operator: "ends_with", value: "@example.org" }
      ],
      sort_by: { field: "last_name" }
    }
  },
  appointments
]

const pageSize = 100

const page = (client: Client, search: Search, limit: number, offset: number) =>
  client
    .post(`/v1/contacts/search?limit=${limit}&offset=${offset}`, search.body)
    .pipe(Effect.flatMap(expect(200, Found)))

/** Runs a search, and shows the total and the first contacts. */
export const showSearch = Effect.fnUntraced(function* (client: Client, search: Search) {
  const { contacts, pagination } = yield* page(client, search, 3, 0)
  const more = pagination.total - contacts.length
  yield* Console.log(`  ${search.asks}: ${green(`${count(pagination.total)} found`)}`)
  yield* table(
    ["Name", "Phone", "E-mail", "External id"],
    contacts.map((contact) => [
      nameOf(contact),
      contact.phone_number ?? "",
      shorten(contact.email ?? "", 34),
      contact.external_contact_id ?? ""
    ])
  )
  if (more > 0) yield* Console.log(dim(`  and ${count(more)} more`))
})

/** Reads all results of a search, page by page. */
export const findAll = Effect.fnUntraced(function* (client: Client, search: Search) {
  const found: Array<Contact> = []
  for (;;) {
    const { contacts } = yield* page(client, search, pageSize, found.length)
    found.push(...contacts)
    if (contacts.length < pageSize) return found
  }
})

/** Returns a contact's first and last name. */
const nameOf = ({ first_name, last_name }: Pick<Contact, "first_name" | "last_name">): string =>
  shorten([first_name, last_name].filter((name) => name !== null).join(" "), 30)
