import { describe } from "@effect/vitest"
import { DateTime, Struct } from "effect"
import type { Contact } from "@rollcall/core"
import type { Filter, Operator } from "@rollcall/core/people"
import { type Question, searchExample } from "./SearchExamples.ts"

const one = (field: string, operator: Filter["operator"], value: unknown, finds: string): Question => [
  { advancedSearch: [{ field, operator, value }] },
  finds
]

const at = (iso: string): Partial<Contact> => ({ lastEngagedAt: DateTime.makeUnsafe(iso) })

/** What every operator finds among the last names below. One without an example does not compile. */
const examples: Readonly<Record<Operator, readonly [value: unknown, finds: string]>> = {
  equals: ["berg", "a"],
  not_equals: ["berg", "bcde"],
  contains: ["erg", "abc"],
  not_contains: ["erg", "de"],
  starts_with: ["berg", "ab"],
  ends_with: ["berg", "ac"],
  range: [["bergmann", "lindberg"], "bc"],
  gt: ["bergmann", "cd"],
  lt: ["bergmann", "a"],
  gte: ["bergmann", "bcd"],
  lte: ["bergmann", "ab"],
  exists: [undefined, "abcd"],
  not_exists: [undefined, "e"]
}

describe("searches by predefined fields", () => {
  searchExample(
    "S1-S3, S6: every operator finds what it says",
    {
      a: { lastName: "Berg" },
      b: { lastName: "Bergmann" },
      c: { lastName: "Lindberg" },
      d: { lastName: "Zimmer" },
      e: {}
    },
    Struct.keys(examples).map((operator) => one("lastName", operator, ...examples[operator]))
  )

  searchExample(
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
      one("firstName", "contains", "0%", "a"),
      one("firstName", "contains", "%", "a"),
      one("firstName", "not_contains", "%", "bcdefghi"),
      one("firstName", "starts_with", "a_", "c"),
      one("firstName", "ends_with", "_b", "c"),
      one("firstName", "contains", "\\", "e"),
      one("firstName", "contains", "\\%", ""),
      one("firstName", "equals", "o'brien", "f"),
      one("firstName", "contains", "''", "g"),
      one("firstName", "starts_with", "x*", "h"),
      one("firstName", "contains", "*", "h")
    ]
  )

  searchExample(
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
      one("lastName", "equals", "strasse", "abc"),
      one("lastName", "contains", "ß", "abc"),
      one("lastName", "equals", "σίσυφοσ", "de"),
      one("lastName", "ends_with", "ΦΟΣ", "de"),
      one("lastName", "equals", "zoé", "fg"),
      one("lastName", "equals", "i\u0307zmir", "h"),
      one("lastName", "equals", "IZMIR", "i"),
      one("lastName", "equals", "ızmir", "j"),
      one("lastName", "equals", "FIN 12", "k"),
      one("lastName", "starts_with", "zoe", "l")
    ]
  )

  searchExample(
    "S9: names are in the order in which readers look for them",
    {
      a: { lastName: "Ábel" },
      b: { lastName: "Adler" },
      c: { lastName: "Lundt" },
      d: { lastName: "łukasz" },
      e: { lastName: "Oberhuber" },
      f: { lastName: "Österreicher" },
      g: { lastName: "Zeller" }
    },
    [[{ sortBy: { field: "lastName" } }, "abdcefg"]]
  )

  searchExample(
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
      one("lastName", "range", ["B", "c"], "ab"),
      one("lastName", "range", ["c", "b"], ""),
      one("lastName", "gt", "c", "cdef"),
      one("lastName", "gte", "c", "bcdef"),
      one("lastName", "lt", "c", "a"),
      one("lastName", "lte", "c", "ab"),
      one("lastName", "gt", "\uffff", "f"),
      one("lastName", "lt", "😀", "abcde"),
      [{ sortBy: { field: "lastName" } }, "abcdefg"],
      [{ sortBy: { field: "lastName", sortOrder: "desc" } }, "fedcbag"]
    ]
  )

  searchExample(
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
      one("lastEngagedAt", "equals", "2024-02-29", "bcd"),
      one("lastEngagedAt", "not_equals", "2024-02-29", "aef"),
      one("lastEngagedAt", "gt", "2024-02-29", "e"),
      one("lastEngagedAt", "gte", "2024-02-29", "bcde"),
      one("lastEngagedAt", "lt", "2024-02-29", "a"),
      one("lastEngagedAt", "lte", "2024-02-29", "abcd"),
      one("lastEngagedAt", "range", ["2024-02-29", "2024-02-29"], "bcd"),
      one("lastEngagedAt", "equals", "2024-02-29T00:00:00Z", "b"),
      one("lastEngagedAt", "gt", "2024-02-29T00:00:00Z", "cde"),
      one("lastEngagedAt", "lte", "2024-02-29T05:45+05:45", "ab"),
      [{ advancedSearch: [{ field: "lastEngagedAt", operator: "not_exists" }] }, "f"]
    ]
  )

  searchExample(
    "S13: contains asks for a day of any year, before 1970 too, and by UTC",
    {
      a: at("1979-04-02T00:00:00Z"),
      b: at("1932-04-02T23:59:59.999Z"),
      c: at("1932-04-01T23:59:59.999Z"),
      d: at("2024-04-03T00:00:00.000Z"),
      e: at("1904-02-29T00:00:00.001Z"),
      f: at("2024-04-02T03:00:00+05:45"),
      g: {}
    },
    [
      one("lastEngagedAt", "contains", "-04-02", "ab"),
      one("lastEngagedAt", "not_contains", "-04-02", "cdefg"),
      one("lastEngagedAt", "contains", "--04-01", "cf"),
      one("lastEngagedAt", "contains", "02-29", "e")
    ]
  )

  searchExample(
    "S2: a phone number is compared by its digits with an operand that is written as one",
    {
      a: { phoneNumber: "+49 30 23125 011" },
      b: { chatappId: "493023125011", phoneNumber: "extension 5" },
      c: { phoneNumber: "030/23125011" },
      d: { firstName: "+493023125011" },
      e: { phoneNumber: "4930231250110" },
      f: { phoneNumber: "0044 20 7946 0012" }
    },
    [
      one("phoneNumber", "equals", "+49 30 23125 011", "a"),
      one("phoneNumber", "equals", "+493023125011", "a"),
      one("phoneNumber", "equals", "0049 (0)30 23125-011", "a"),
      one("phoneNumber", "equals", "\uff0b49\u00a030\u201323125011", "a"),
      one("phoneNumber", "not_equals", "+493023125011", "bcdef"),
      one("phoneNumber", "equals", "0044 (20) 79460012", "f"),
      one("phoneNumber", "not_equals", "0044 20 79460012", "abcde"),
      one("phoneNumber", "starts_with", "0044", "f"),
      one("phoneNumber", "contains", "0012", "f"),
      one("phoneNumber", "contains", "0025", ""),
      one("phoneNumber", "contains", "49 (0)30", "ae"),
      one("chatappId", "equals", "+49 (30) 23125011", "b"),
      one("phoneNumber", "starts_with", "+4930", "ae"),
      one("phoneNumber", "starts_with", "030", "c"),
      one("phoneNumber", "contains", "23125011", "ace"),
      one("phoneNumber", "not_contains", "231-25-011", "bdf"),
      one("phoneNumber", "ends_with", "5011", "c"),
      one("phoneNumber", "contains", "Extension", "b"),
      one("phoneNumber", "equals", "extension 5", "b"),
      one("firstName", "equals", "+49 3023125011", "")
    ]
  )

  searchExample(
    "S8: every token is in some field; four digits are also looked for in a phone number without its punctuation",
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
      [{ searchTerm: "(170)" }, "ab"],
      [{ searchTerm: "ada", advancedSearch: [{ field: "email", operator: "exists" }] }, "c"],
      [{ searchTerm: "ada 9999" }, ""],
      [{ searchTerm: "+49 (170) 12 34 ada" }, "ab"]
    ]
  )

  searchExample(
    "S9: missing values come last in both directions, and the uuid decides where the field does not",
    { a: { firstName: "x" }, b: {}, c: { firstName: "X" }, d: { firstName: "w" }, e: {} },
    [
      [{ sortBy: { field: "firstName" } }, "dacbe"],
      [{ sortBy: { field: "firstName", sortOrder: "desc" } }, "cadeb"]
    ]
  )
})
