import { Effect, Schema } from "effect"
import { bodyOf, carousel, later, reminder } from "./Requests.ts"
import { expectJson } from "../Client.ts"
import { importContacts, type Server } from "../Server.ts"

/** Maximum contacts that a search adds to a list, and maximum recipients of a broadcast. */
const [contacts, recipients] = [100_000, 50_000]

/** Maximum page sizes of the Contacts area and of the Broadcasts area. */
const [page, longPage] = [100, 1_000]

/** The number of contacts merged into one. */
const merges = 250

/** Returns a string of a given length that begins with a number. */
const long = (length: number, index = 0) =>
  `${index} ${"the quick brown fox jumps over the lazy dog ".repeat(Math.ceil(length / 44))}`.slice(0, length)

const Uuid = Schema.Struct({ uuid: Schema.String })
const Listed = Schema.Struct({ contacts: Schema.Array(Uuid) })
const Import = Schema.Struct({ contact_import_uuid: Schema.String })

/**
 * Fills a workspace: entities with a limit up to the limit, and all others with a full page of the largest entities.
 * Returns values for the path parameters.
 */
export const fillStore = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">, share: number) {
  const post = <A>(path: string, status: number, schema: Schema.ConstraintDecoder<A>, json: unknown) =>
    Effect.flatMap(send("POST", path, { json }), expectJson(status, schema))
  const create = (path: string, json: unknown) => Effect.map(post(path, 201, Uuid, json), ({ uuid }) => uuid)
  /** Creates a number of entities, and returns the uuid of the last one. */
  const fill = Effect.fnUntraced(function* <E>(count: number, make: (index: number) => Effect.Effect<string, E>) {
    const made = yield* Effect.forEach(Array.from({ length: Math.max(1, Math.ceil(count * share)) }).keys(), make)
    return made.at(-1) ?? ""
  })

  yield* importContacts({ send }, Math.ceil((contacts - page) * share), (index) => ({
    first_name: long(30, index),
    email: `ada-${index % (contacts / 2)}@example.org`,
    phone_number: `+4917${1_000_000 + index}`
  }))
  const field = yield* fill(page, (index) =>
    create("/v1/custom-fields", {
      name: long(250, index),
      field_key: `select_${index}`,
      field_type: "select",
      select_options: Array.from({ length: 1_000 }, (_, option) => long(250, option))
    })
  )
  yield* fill(page, (index) =>
    create("/v1/custom-fields", { name: long(250, index), field_key: `text_${index}`, field_type: "text" })
  )
  const texts = Array.from(
    { length: Math.ceil(page * share) },
    (_, index) => [`text_${index}`, long(10_000, index)] as const
  )
  const contact = yield* fill(page, (index) =>
    create("/v1/contacts", {
      first_name: long(100, index),
      email: `large-${index % 10}@example.org`,
      custom_fields: Object.fromEntries(texts)
    })
  )
  const list = yield* fill(page, (index) => create("/v1/contact-lists", { name: long(250, index) }))
  const { contact_lists: lists } = yield* Effect.flatMap(
    send("GET", `/v1/contact-lists?limit=${page}`),
    expectJson(200, Schema.Struct({ contact_lists: Schema.Array(Uuid) }))
  )
  for (const { uuid } of lists) {
    yield* post(`/v1/contact-lists/${uuid}/contacts`, 201, Schema.Unknown, { contact_uuids: [contact] })
  }
  const addition = yield* post(`/v1/contact-lists/${list}/contacts`, 202, Uuid, { search: {} })
  const segment = yield* fill(page, (index) =>
    create("/v1/segments", {
      name: long(250, index),
      search: {
        advanced_search: Array.from({ length: 50 }, (_, filter) => ({
          field: "first_name",
          operator: "not_contains",
          value: long(1_000, filter)
        }))
      }
    })
  )
  const note = yield* fill(page, (index) =>
    create(`/v1/contacts/${contact}/notes`, { title: long(250, index), content: { text: long(50_000, index) } })
  )
  const small = yield* Effect.flatMap(
    Effect.forEach([0, 100, 200], (offset) =>
      Effect.flatMap(send("GET", `/v1/contacts?order=asc&limit=100&offset=${offset}`), expectJson(200, Listed))
    ),
    (pages) => Effect.succeed(pages.flatMap(({ contacts }) => contacts))
  )
  for (const { uuid } of small.slice(0, Math.ceil(merges * share))) {
    yield* post(`/v1/contacts/${contact}/merge`, 200, Schema.Unknown, { from: uuid })
  }
  for (const { uuid } of small.slice(merges)) yield* send("POST", `/v1/contacts/${uuid}/opt-out`, { json: {} })
  yield* fill(page, (index) => Effect.map(post("/v1/tokens", 201, Schema.Unknown, { name: long(255, index) }), String))
  const webhook = yield* fill(50, (index) =>
    create("/v1/webhooks", { url: `https://filled.invalid/${index}/`.padEnd(2_048, "x"), types: ["contact.erased"] })
  )
  const rows = Array.from({ length: Math.ceil(1_000 * share) }, (_, index) => ({
    email: `row-${index}@example.org`,
    comment: long(7_500, index)
  }))
  const { contact_import_uuid } = yield* post("/v1/contacts/bulk", 202, Import, { contacts: rows })
  const accept = (body: string) => Effect.flatMap(send("POST", "/broadcasts", { body }), expectJson(202, Uuid))
  yield* fill(longPage, () => Effect.map(accept(bodyOf(reminder(1))), ({ uuid }) => uuid))
  const large = { ...carousel(Math.ceil(recipients * share)), scheduledFor: later }
  const { uuid } = yield* accept(bodyOf(large))
  const known: { readonly [parameter: string]: string } = {
    contact_uuid: contact,
    contact_import_uuid,
    custom_field_uuid: field,
    contact_list_uuid: list,
    addition_uuid: addition.uuid,
    segment_uuid: segment,
    note_uuid: note,
    webhook_uuid: webhook,
    uuid
  }
  return known
})
