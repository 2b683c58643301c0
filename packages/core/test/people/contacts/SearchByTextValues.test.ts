import { describe } from "@effect/vitest"
import { SelectOptionUuid } from "@rollcall/core/operations"
import type { SelectOption } from "@rollcall/core/people"
import { valueExample } from "./SearchExamples.ts"

const user = (last: string): string => `0197a000-0000-7000-8000-00000000000${last}`

/** An option whose uuid ends with a digit. */
const option = (digit: number, fieldKey: string, displayLabel: string, archived = false): SelectOption => ({
  uuid: SelectOptionUuid.make(user(String(digit))),
  displayLabel,
  fieldKey,
  archived
})

const x = (count: number): string => "x".repeat(count)

/** Values that are compared as text, with every operator that they take. The contact z has no value of its own. */
describe("searches by custom values that are compared as text", () => {
  valueExample("S2, S3: values of a text, hostile ones and long ones", {
    field: { fieldType: "text", fieldKey: "constructor" },
    values: {
      a: "100% Straße",
      b: "1000 STRASSE",
      c: "a_b\\c",
      d: "O'Brien; DROP TABLE contacts; --",
      e: "İzmir",
      f: "😀 é",
      g: "ZOE\u0301 x*",
      h: `${x(9_999)}y`,
      i: `${x(9_999)}Z`,
      j: "\uffff",
      z: null
    },
    questions: [
      ["equals", "100% strasse", "a"],
      ["equals", " 1000 straße\t", "b"],
      ["equals", "A_B\\C", "c"],
      ["equals", "axb\\c", ""],
      ["equals", "o'brien; drop table contacts; --", "d"],
      ["equals", "i\u0307ZMIR", "e"],
      ["equals", "izmir", ""],
      ["equals", "zoé X*", "g"],
      ["equals", x(1_000), ""],
      ["contains", "%", "a"],
      ["contains", "_", "c"],
      ["contains", "\\", "c"],
      ["contains", "'", "d"],
      ["contains", "STRAẞE", "ab"],
      ["contains", "e\u0301", "fg"],
      ["contains", "😀", "f"],
      ["contains", x(1_000), "hi"],
      ["contains", `${x(900)}z`, "i"],
      ["starts_with", "100", "ab"],
      ["starts_with", "100%", "a"],
      ["starts_with", "O'BRIEN; DROP", "d"],
      ["starts_with", "zo", "g"],
      ["starts_with", "zoe", ""],
      ["starts_with", x(1_000), "hi"],
      ["ends_with", "--", "d"],
      ["ends_with", "É", "f"],
      ["ends_with", "%", ""],
      ["ends_with", `${x(500)}Y`, "h"],
      ["gt", "o", "dfghij"],
      ["gt", x(1_000), "fghij"],
      ["gte", "100% STRASSE", "abcdefghij"],
      ["gte", "zoé x+", "fj"],
      ["lt", "A", "ab"],
      ["lt", x(1_000), "abcde"],
      ["lte", "a_b\\C", "abc"],
      ["range", ["1000 strasse", "İzmir"], "bce"],
      ["range", ["\uffff", "😀 é"], "fj"],
      ["range", ["b", "a"], ""]
    ],
    exists: "abcdefghij",
    ascending: "abcedhigjfz",
    descending: "fjgihdecbaz"
  })

  valueExample("S11: values of a time, which is a text", {
    field: { fieldType: "date:time", fieldKey: "time" },
    values: { a: "09:30", b: "09:30:00", c: "23:59", d: "00:00:00", z: null },
    questions: [
      ["equals", " 09:30", "a"],
      ["contains", ":30", "ab"],
      ["starts_with", "09", "ab"],
      ["ends_with", ":00", "bd"],
      ["gt", "09:30", "bc"],
      ["gte", "09:30", "abc"],
      ["lt", "09:30", "d"],
      ["lte", "09:30", "ad"],
      ["range", ["09:00", "10:00"], "ab"]
    ],
    exists: "abcd",
    ascending: "dabcz",
    descending: "cbadz"
  })

  valueExample("F3: values of a select, whose options go by key, uuid or label, whatever that spells", {
    field: {
      fieldType: "select",
      fieldKey: "select",
      selectOptions: [
        option(1, "red", "Red"),
        option(2, "drop_table", "'; DROP TABLE contacts; --"),
        option(3, "proto", "__proto__"),
        option(4, "option_4", "constructor"),
        option(5, "x", "$.x"),
        option(6, "gone", "İ%_\\", true)
      ]
    },
    values: { a: "red", b: "drop_table", c: "proto", d: "option_4", e: "x", f: "gone", z: null },
    questions: [
      ["equals", "Red", "a"],
      ["equals", " RED ", "a"],
      ["equals", user("2").toUpperCase(), "b"],
      ["equals", "'; DROP TABLE contacts; --", "b"],
      ["equals", "__proto__", "c"],
      ["equals", "constructor", "d"],
      ["equals", "$.x", "e"],
      ["equals", "İ%_\\", "f"],
      ["equals", "%", ""],
      ["contains", "RO", "bc"],
      ["contains", "_", "bd"],
      ["starts_with", "o", "d"],
      ["ends_with", "E", "bf"],
      ["gt", "o", "acde"],
      ["gte", "option_4", "acde"],
      ["lt", "gone", "b"],
      ["lte", "gone", "bf"],
      ["range", ["d", "g"], "b"]
    ],
    exists: "abcdef",
    ascending: "abcdefz",
    descending: "fedcbaz"
  })

  valueExample("S5: values of a list of options: any element, all of several, or the same set", {
    field: {
      fieldType: "multiselect",
      fieldKey: "length",
      selectOptions: [option(1, "red", "Red"), option(2, "redder", "' OR '1'='1"), option(3, "x", "$[*]")]
    },
    values: {
      a: ["red"],
      b: ["red", "redder"],
      c: ["redder", "red"],
      d: ["x", "red", "redder"],
      e: ["redder"],
      z: null
    },
    questions: [
      ["equals", "RED", "abcd"],
      ["equals", ["red"], "a"],
      ["equals", ["Red", "redder"], "bc"],
      ["equals", ["' OR '1'='1", "red", user("1")], "bc"],
      ["equals", ["red", "redder", "$[*]"], "d"],
      ["equals", ["red", "x"], ""],
      ["equals", "$[*]", "d"],
      ["contains", "red", "abcd"],
      ["contains", "re", ""],
      ["contains", ["red", "redder"], "bcd"],
      ["contains", [user("3")], "d"],
      ["contains", ["x", "red"], "d"],
      ["contains", ["red", "none"], ""]
    ],
    exists: "abcde",
    ascending: "abcedz",
    descending: "decbaz"
  })

  valueExample("S11: values of a user, which is a text", {
    field: { fieldType: "user", fieldKey: "user" },
    values: { a: user("a"), b: user("b"), c: "ffffffff-ffff-4fff-8fff-ffffffffffff", z: null },
    questions: [
      ["equals", user("a").toUpperCase(), "a"],
      ["contains", "-7000-", "ab"],
      ["starts_with", "0197A", "ab"],
      ["ends_with", "B", "b"],
      ["gt", user("a"), "bc"],
      ["gte", user("b"), "bc"],
      ["lt", user("b"), "a"],
      ["lte", user("b"), "ab"],
      ["range", [user("a"), user("b")], "ab"]
    ],
    exists: "abc",
    ascending: "abcz",
    descending: "cbaz"
  })
})
