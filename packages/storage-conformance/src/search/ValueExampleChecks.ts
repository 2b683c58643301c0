import { type SelectOption, SelectOptionUuid } from "@rollcall/core"
import { valueExample } from "./ValueExample.ts"

const user = (last: string): string => `0197a000-0000-7000-8000-00000000000${last}`

/** An option whose uuid ends with a digit. */
const option = (digit: number, fieldKey: string, displayLabel: string, archived = false): SelectOption => ({
  uuid: SelectOptionUuid.make(user(String(digit))),
  displayLabel,
  fieldKey,
  archived
})

const x = (count: number): string => "x".repeat(count)

/** Every type of field with every operator that it takes. The contact z has no value of its own. */
export const valueExampleChecks = [
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
      ["gt", "o", "dfghi"],
      ["gt", x(1_000), "fghi"],
      ["gte", "100% STRASSE", "abcdefghi"],
      ["gte", "zoé x+", "f"],
      ["lt", "A", "ab"],
      ["lt", x(1_000), "abcde"],
      ["lte", "a_b\\C", "abc"],
      ["range", ["1000 strasse", "İzmir"], "bce"],
      ["range", ["\uffff", "😀 é"], "f"],
      ["range", ["b", "a"], ""]
    ],
    exists: "abcdefghi",
    ascending: "abcedhigfz",
    descending: "fgihdecbaz"
  }),

  valueExample("S3: values of an integer, to the last digit", {
    field: { fieldType: "number:integer", fieldKey: "order_by_1" },
    values: { a: -9_007_199_254_740_991, b: -1, c: 0, d: 9, e: 10, f: 9_007_199_254_740_991, z: null },
    questions: [
      ["equals", 0, "c"],
      ["equals", " 10", "e"],
      ["equals", "9007199254740991", "f"],
      ["equals", 9_007_199_254_740_990, ""],
      ["gt", 9, "ef"],
      ["gt", 9_007_199_254_740_990, "f"],
      ["gte", 9, "def"],
      ["lt", 0, "ab"],
      ["lt", -9_007_199_254_740_990, "a"],
      ["lte", "-1", "ab"],
      ["range", [-1, 9], "bcd"],
      ["range", [9, -1], ""]
    ],
    exists: "abcdef",
    ascending: "abcdefz",
    descending: "fedcbaz"
  }),

  valueExample("S3: values of a decimal, as they are and not rounded", {
    field: { fieldType: "number:decimal", fieldKey: "null" },
    values: { a: -1e308, b: -0.1, c: 0, d: 0.1, e: 0.1 + 0.2, f: 0.3, g: 1e21, h: 5e-324, z: null },
    questions: [
      ["equals", 0.3, "f"],
      ["equals", "3e-1", "f"],
      ["equals", 0.1 + 0.2, "e"],
      ["equals", -0, "c"],
      ["equals", "1000000000000000000000", "g"],
      ["gt", 0, "defgh"],
      ["gt", 0.3, "eg"],
      ["gte", 0.3, "efg"],
      ["lt", 0.3, "abcdh"],
      ["lt", -0.1, "a"],
      ["lte", 0.1, "abcdh"],
      ["range", [0.1, "0.3"], "df"],
      ["range", [-0.1, 0], "bc"]
    ],
    exists: "abcdefgh",
    ascending: "abchdfegz",
    descending: "gefdhcbaz"
  }),

  valueExample("S3: values of a percentage", {
    field: { fieldType: "number:percentage", fieldKey: "percent" },
    values: { a: 0, b: 12.5, c: 100, d: 99.999, e: -5, z: null },
    questions: [
      ["equals", 12.5, "b"],
      ["equals", "100", "c"],
      ["equals", 100, "c"],
      ["gt", 99.99, "cd"],
      ["gte", 100, "c"],
      ["lt", 0, "e"],
      ["lte", 0, "ae"],
      ["range", [0, 99.999], "abd"]
    ],
    exists: "abcde",
    ascending: "eabdcz",
    descending: "cdbaez"
  }),

  valueExample("S6: values of a checkbox: false is one", {
    field: { fieldType: "checkbox", fieldKey: "true" },
    values: { a: true, b: false, c: false, z: null },
    questions: [
      ["equals", true, "a"],
      ["equals", "true", "a"],
      ["equals", false, "bc"],
      ["equals", "false", "bc"]
    ],
    exists: "abc",
    ascending: "bcaz",
    descending: "acbz"
  }),

  valueExample("S4: values of a date: each is the whole UTC day, and stands at its beginning", {
    field: { fieldType: "date", fieldKey: "date" },
    values: { a: "2024-02-28", b: "2024-02-29", c: "2024-03-01", d: "0001-01-01", e: "9999-12-31", z: null },
    questions: [
      ["equals", "2024-02-29", "b"],
      ["equals", "2024-02-29T00:00:00Z", "b"],
      ["equals", "2024-02-29T05:45:00+05:45", "b"],
      ["equals", "2024-02-29T12:00:00Z", ""],
      ["gt", "2024-02-29", "ce"],
      ["gt", "2024-02-28T23:59:59.999Z", "bce"],
      ["gte", "2024-02-29", "bce"],
      ["gte", "2024-02-29T00:00:00.001Z", "ce"],
      ["lt", "2024-02-29", "ad"],
      ["lte", "2024-02-29", "abd"],
      ["range", ["2024-02-28", "2024-02-29"], "ab"],
      ["range", ["0001-01-01", "9999-12-31"], "abcde"]
    ],
    exists: "abcde",
    ascending: "dabcez",
    descending: "ecbadz"
  }),

  valueExample("S4: values of a relative date, on both sides of where its milliseconds get a digit", {
    field: { fieldType: "date:relative", fieldKey: "relative" },
    values: { a: "1969-12-31", b: "2001-09-08", c: "2001-09-10", z: null },
    questions: [
      ["equals", "2001-09-08", "b"],
      ["gt", "2001-09-08", "c"],
      ["gte", "2001-09-08", "bc"],
      ["lt", "2001-09-10", "ab"],
      ["lte", "2001-09-08T00:00:00Z", "ab"],
      ["range", ["1969-01-01", "2001-09-09"], "ab"]
    ],
    exists: "abc",
    ascending: "abcz",
    descending: "cbaz"
  }),

  valueExample("S4: values of a date and time, by their instants and to the millisecond", {
    field: { fieldType: "date:date_time", fieldKey: "x__proto__" },
    values: {
      a: "2024-02-29T00:30:00+01:00",
      b: "2024-02-28T23:59:59.999Z",
      c: "2024-02-29t00:00z",
      d: "2024-02-28T20:00:00.001-04:00",
      e: "2024-02-29T23:59:59.999Z",
      f: "2024-03-01T05:45:00+05:45",
      z: null
    },
    questions: [
      ["equals", "2024-02-29", "cde"],
      ["equals", "2024-02-29T00:00:00Z", "c"],
      ["equals", "2024-02-28T23:30Z", "a"],
      ["gt", "2024-02-29T00:00:00Z", "def"],
      ["gt", "2024-02-29", "f"],
      ["gte", "2024-02-29", "cdef"],
      ["lt", "2024-02-29", "ab"],
      ["lte", "2024-02-29", "abcde"],
      ["lte", "2024-02-29T05:45:00+05:45", "abc"],
      ["range", ["2024-02-28", "2024-02-28"], "ab"],
      ["range", ["2024-02-29T00:00:00.001Z", "2024-03-01"], "def"]
    ],
    exists: "abcdef",
    ascending: "abcdefz",
    descending: "fedcbaz"
  }),

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
  }),

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
    ascending: "bfdcaez",
    descending: "eacdfbz"
  }),

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
  }),

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
]
