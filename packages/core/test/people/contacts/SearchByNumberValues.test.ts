import { describe } from "@effect/vitest"
import { valueExample } from "./SearchExamples.ts"

/** Numbers, dates, true and false, with every operator that they take. The contact z has no value of its own. */
describe("searches by numbers, dates, true and false", () => {
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
  })

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
  })

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
  })

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
  })

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
  })

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
  })

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
  })
})
