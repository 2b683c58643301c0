import {
  type AccessTokenStore,
  type Contact,
  ContactStore,
  ContactUuid,
  type Filter,
  nextId,
  planSearch,
  type SearchRequest
} from "@rollcall/core"
import { DateTime, Effect, Result } from "effect"
import { agree, type Check, check, Discrepancy, show } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { storedContact } from "../contacts/Fixture.ts"

type Rows = Readonly<Record<string, Partial<Contact>>>
type Question = readonly [request: SearchRequest, finds: ReadonlyArray<string>]

/**
 * Contacts by label in the order of their uuids, and what searches find among them: labels in order. They are written
 * by hand, apart from any definition.
 */
const examples = (
  title: string,
  rows: Rows,
  questions: ReadonlyArray<Question>
): Check<ContactStore | AccessTokenStore> =>
  check(
    title,
    Effect.gen(function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const labels = Object.keys(rows)
      const uuids = (yield* Effect.replicateEffect(nextId, labels.length)).toSorted()
      // The last label first, so that no order of rows is the order of writing.
      for (const label of labels.toReversed()) {
        const uuid = ContactUuid.make(uuids[labels.indexOf(label)] ?? label)
        yield* storedContact({ uuid, workspaceUuid: workspace, email: null, ...rows[label], externalContactId: label })
      }
      for (const [request, finds] of questions) {
        const plan = planSearch({ sortBy: { field: "external_contact_id" }, ...request })
        if (Result.isFailure(plan)) return yield* new Discrepancy({ message: show([request, plan.failure]) })
        const { items, total } = yield* store.search(workspace, plan.success, { limit: 100, offset: 0 })
        yield* agree(show(request), [items.map((contact) => contact.externalContactId), total], [finds, finds.length])
      }
    })
  )

const one = (field: string, operator: Filter["operator"], value: unknown, finds: ReadonlyArray<string>): Question => [
  { filters: [{ field, operator, value }] },
  finds
]

const at = (iso: string): Partial<Contact> => ({ lastEngagedAt: DateTime.makeUnsafe(iso) })

export const exampleChecks = [
  examples(
    "S2: wildcards, escapes and quotes mean themselves",
    {
      a: { firstName: "100% sure" },
      b: { firstName: "1000 sure" },
      c: { firstName: "a_b" },
      d: { firstName: "axb" },
      e: { firstName: "a\\b" },
      f: { firstName: "O'Brien" },
      g: { firstName: "O''Brien" },
      h: { firstName: "x*" },
      i: {}
    },
    [
      one("first_name", "contains", "0%", ["a"]),
      one("first_name", "contains", "%", ["a"]),
      one("first_name", "not_contains", "%", ["b", "c", "d", "e", "f", "g", "h", "i"]),
      one("first_name", "starts_with", "a_", ["c"]),
      one("first_name", "ends_with", "_b", ["c"]),
      one("first_name", "contains", "\\", ["e"]),
      one("first_name", "contains", "\\%", []),
      one("first_name", "equals", "o'brien", ["f"]),
      one("first_name", "contains", "''", ["g"]),
      one("first_name", "starts_with", "x*", ["h"]),
      one("first_name", "contains", "*", ["h"])
    ]
  ),

  examples(
    "S2: case and compatible spellings make no difference, by Unicode's rules and in no language",
    {
      a: { lastName: "Straße" },
      b: { lastName: "STRASSE" },
      c: { lastName: "STRAẞE" },
      d: { lastName: "Σίσυφος" },
      e: { lastName: "ΣΊΣΥΦΟΣ" },
      f: { lastName: "Zoé" },
      g: { lastName: "ZOE\u0301" },
      h: { lastName: "İzmir" },
      i: { lastName: "Izmir" },
      j: { lastName: "ızmir" },
      k: { lastName: "ﬁn １２" },
      l: { lastName: "zoe" }
    },
    [
      one("last_name", "equals", "strasse", ["a", "b", "c"]),
      one("last_name", "contains", "ß", ["a", "b", "c"]),
      one("last_name", "equals", "σίσυφοσ", ["d", "e"]),
      one("last_name", "ends_with", "ΦΟΣ", ["d", "e"]),
      one("last_name", "equals", "zoé", ["f", "g"]),
      one("last_name", "equals", "i\u0307zmir", ["h"]),
      one("last_name", "equals", "IZMIR", ["i"]),
      one("last_name", "equals", "ızmir", ["j"]),
      one("last_name", "equals", "FIN 12", ["k"]),
      one("last_name", "starts_with", "zoe", ["l"])
    ]
  ),

  examples(
    "S3: a range has both its ends; text is ordered by code point; a missing value is nowhere",
    {
      a: { lastName: "b" },
      b: { lastName: "C" },
      c: { lastName: "d" },
      d: { lastName: "\ue000" },
      e: { lastName: "\uffff" },
      f: { lastName: "😀" },
      g: {}
    },
    [
      one("last_name", "range", ["B", "c"], ["a", "b"]),
      one("last_name", "range", ["c", "b"], []),
      one("last_name", "gt", "c", ["c", "d", "e", "f"]),
      one("last_name", "gte", "c", ["b", "c", "d", "e", "f"]),
      one("last_name", "lt", "c", ["a"]),
      one("last_name", "lte", "c", ["a", "b"]),
      one("last_name", "gt", "\uffff", ["f"]),
      one("last_name", "lt", "😀", ["a", "b", "c", "d", "e"]),
      [{ sortBy: { field: "last_name" } }, ["a", "b", "c", "d", "e", "f", "g"]],
      [{ sortBy: { field: "last_name", order: "desc" } }, ["f", "e", "d", "c", "b", "a", "g"]]
    ]
  ),

  examples(
    "S4: dates compare to the millisecond, and a date alone is the whole UTC day",
    {
      a: at("2024-02-28T23:59:59.999Z"),
      b: at("2024-02-29T00:00:00.000Z"),
      c: at("2024-02-29T00:00:00.001Z"),
      d: at("2024-02-29T23:59:59.999Z"),
      e: at("2024-03-01T00:00:00.000Z"),
      f: {}
    },
    [
      one("last_engaged_at", "equals", "2024-02-29", ["b", "c", "d"]),
      one("last_engaged_at", "not_equals", "2024-02-29", ["a", "e", "f"]),
      one("last_engaged_at", "gt", "2024-02-29", ["e"]),
      one("last_engaged_at", "gte", "2024-02-29", ["b", "c", "d", "e"]),
      one("last_engaged_at", "lt", "2024-02-29", ["a"]),
      one("last_engaged_at", "lte", "2024-02-29", ["a", "b", "c", "d"]),
      one("last_engaged_at", "range", ["2024-02-29", "2024-02-29"], ["b", "c", "d"]),
      one("last_engaged_at", "equals", "2024-02-29T00:00:00Z", ["b"]),
      one("last_engaged_at", "gt", "2024-02-29T00:00:00Z", ["c", "d", "e"]),
      one("last_engaged_at", "lte", "2024-02-29T05:45+05:45", ["a", "b"]),
      [{ filters: [{ field: "last_engaged_at", operator: "not_exists" }] }, ["f"]]
    ]
  ),

  examples(
    "S8: every token is in some field; four digits are also looked for in a phone number without its punctuation",
    {
      a: { firstName: "Ada", lastName: "Lovelace", phoneNumber: "+49 (170) 12-34" },
      b: { firstName: "Ada", chatappId: "491701234" },
      c: { firstName: "Byron", email: "ada@example.org", clientReference: "lovelace" },
      d: { socialmsgId: "1-7-0-1-2-3-4" }
    },
    [
      [{ searchTerm: "ada" }, ["a", "b", "c"]],
      [{ searchTerm: " LOVE ada " }, ["a"]],
      [{ searchTerm: "7012" }, ["a", "b"]],
      [{ searchTerm: "+49-170/12" }, ["a", "b"]],
      [{ searchTerm: "(170)" }, ["a"]],
      [{ searchTerm: "ada", filters: [{ field: "email", operator: "exists" }] }, ["c"]],
      [{ searchTerm: "ada 9999" }, []]
    ]
  ),

  examples(
    "S9: missing values come last in both directions, and the uuid decides where the field does not",
    { a: { firstName: "x" }, b: {}, c: { firstName: "X" }, d: { firstName: "w" }, e: {} },
    [
      [{ sortBy: { field: "first_name" } }, ["d", "a", "c", "b", "e"]],
      [{ sortBy: { field: "first_name", order: "desc" } }, ["c", "a", "d", "e", "b"]]
    ]
  )
]
