import { layer } from "@effect/vitest"
import { DateTime } from "effect"
import type { Contact, Filter } from "../../src/index.ts"
import { services } from "../Services.ts"
import { type Question, searchExample } from "./SearchExamples.ts"

const one = (field: string, operator: Filter["operator"], value: unknown, finds: string): Question => [
  { filters: [{ field, operator, value }] },
  finds
]

const at = (iso: string): Partial<Contact> => ({ lastEngagedAt: DateTime.makeUnsafe(iso) })

layer(services)("searches by predefined fields", (it) => {
  it.effect("S2: wildcards, escapes and quotes mean themselves", () =>
    searchExample(
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
        one("first_name", "contains", "0%", "a"),
        one("first_name", "contains", "%", "a"),
        one("first_name", "not_contains", "%", "bcdefghi"),
        one("first_name", "starts_with", "a_", "c"),
        one("first_name", "ends_with", "_b", "c"),
        one("first_name", "contains", "\\", "e"),
        one("first_name", "contains", "\\%", ""),
        one("first_name", "equals", "o'brien", "f"),
        one("first_name", "contains", "''", "g"),
        one("first_name", "starts_with", "x*", "h"),
        one("first_name", "contains", "*", "h")
      ]
    )
  )

  it.effect("S2: case and compatible spellings make no difference, by Unicode's rules and in no language", () =>
    searchExample(
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
        one("last_name", "equals", "strasse", "abc"),
        one("last_name", "contains", "ß", "abc"),
        one("last_name", "equals", "σίσυφοσ", "de"),
        one("last_name", "ends_with", "ΦΟΣ", "de"),
        one("last_name", "equals", "zoé", "fg"),
        one("last_name", "equals", "i\u0307zmir", "h"),
        one("last_name", "equals", "IZMIR", "i"),
        one("last_name", "equals", "ızmir", "j"),
        one("last_name", "equals", "FIN 12", "k"),
        one("last_name", "starts_with", "zoe", "l")
      ]
    )
  )

  it.effect("S3: a range has both its ends; text is ordered by code point; a missing value is nowhere", () =>
    searchExample(
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
        one("last_name", "range", ["B", "c"], "ab"),
        one("last_name", "range", ["c", "b"], ""),
        one("last_name", "gt", "c", "cdef"),
        one("last_name", "gte", "c", "bcdef"),
        one("last_name", "lt", "c", "a"),
        one("last_name", "lte", "c", "ab"),
        one("last_name", "gt", "\uffff", "f"),
        one("last_name", "lt", "😀", "abcde"),
        [{ sortBy: { field: "last_name" } }, "abcdefg"],
        [{ sortBy: { field: "last_name", order: "desc" } }, "fedcbag"]
      ]
    )
  )

  it.effect("S4: dates compare to the millisecond, and a date alone is the whole UTC day", () =>
    searchExample(
      {
        a: at("2024-02-28T23:59:59.999Z"),
        b: at("2024-02-29T00:00:00.000Z"),
        c: at("2024-02-29T00:00:00.001Z"),
        d: at("2024-02-29T23:59:59.999Z"),
        e: at("2024-03-01T00:00:00.000Z"),
        f: {}
      },
      [
        one("last_engaged_at", "equals", "2024-02-29", "bcd"),
        one("last_engaged_at", "not_equals", "2024-02-29", "aef"),
        one("last_engaged_at", "gt", "2024-02-29", "e"),
        one("last_engaged_at", "gte", "2024-02-29", "bcde"),
        one("last_engaged_at", "lt", "2024-02-29", "a"),
        one("last_engaged_at", "lte", "2024-02-29", "abcd"),
        one("last_engaged_at", "range", ["2024-02-29", "2024-02-29"], "bcd"),
        one("last_engaged_at", "equals", "2024-02-29T00:00:00Z", "b"),
        one("last_engaged_at", "gt", "2024-02-29T00:00:00Z", "cde"),
        one("last_engaged_at", "lte", "2024-02-29T05:45+05:45", "ab"),
        [{ filters: [{ field: "last_engaged_at", operator: "not_exists" }] }, "f"]
      ]
    )
  )

  it.effect(
    "S8: every token is in some field; four digits are also looked for in a phone number without its punctuation",
    () =>
      searchExample(
        {
          a: { firstName: "Ada", lastName: "Lovelace", phoneNumber: "+49 (170) 12-34" },
          b: { firstName: "Ada", chatappId: "491701234" },
          c: { firstName: "Byron", email: "ada@example.org", clientReference: "lovelace" },
          d: { socialmsgId: "1-7-0-1-2-3-4" }
        },
        [
          [{ searchTerm: "ada" }, "abc"],
          [{ searchTerm: " LOVE ada " }, "a"],
          [{ searchTerm: "7012" }, "ab"],
          [{ searchTerm: "+49-170/12" }, "ab"],
          [{ searchTerm: "(170)" }, "a"],
          [{ searchTerm: "ada", filters: [{ field: "email", operator: "exists" }] }, "c"],
          [{ searchTerm: "ada 9999" }, ""]
        ]
      )
  )

  it.effect("S9: missing values come last in both directions, and the uuid decides where the field does not", () =>
    searchExample({ a: { firstName: "x" }, b: {}, c: { firstName: "X" }, d: { firstName: "w" }, e: {} }, [
      [{ sortBy: { field: "first_name" } }, "dacbe"],
      [{ sortBy: { field: "first_name", order: "desc" } }, "cadeb"]
    ])
  )
})
