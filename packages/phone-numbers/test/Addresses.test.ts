import { assert, describe, it } from "@effect/vitest"
import { identifierValue, isAddress } from "@rollcall/core/people"
import * as fc from "fast-check"
import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { numberForms } from "../src/index.ts"

/** How many cells are made up: `ROLLCALL_PLANS`, or 200. */
const cells = Number(process.env["ROLLCALL_PLANS"] ?? "200")

/** A number that exists nowhere in the parser: its country, code and national digits, from the examples of the library. */
interface Example {
  readonly country: CountryCode
  readonly code: string
  readonly national: string
}

/** Every country with a mobile number of at least nine digits with its code, up to 60. */
const people: ReadonlyArray<Example> = getCountries()
  .flatMap((country): ReadonlyArray<Example> => {
    const national = getExampleNumber(country, examples)?.nationalNumber
    const code = getCountryCallingCode(country)
    return national === undefined || code.length + national.length < 9 ? [] : [{ country, code, national }]
  })
  .filter((_, index) => index % 3 === 0)
  .slice(0, 60)

/** The forms of a number that a platform and people use for the same telephone, by name: Brazil, Mexico and Argentina. */
const variantsOf = ({ code, national }: Example): ReadonlyArray<string> => {
  const address = code + national
  if (code === "55")
    return [address, address.replace(/^(55\d\d)9/, "$1"), address.replace(/^(55\d\d)(?=\d{8}$)/, "$19")]
  if (code === "52") return [address, address.replace(/^521/, "52")]
  return code === "54" ? [address, address.replace(/^549/, "54")] : [address]
}

/** A part of a cell: what is written, and the addresses that its digits alone may be read as. */
interface Part {
  readonly text: string
  readonly addresses: ReadonlyArray<string>
}

const noAddresses: ReadonlyArray<string> = []

const separator = fc.constantFrom("", " ", "-", ".", "\u00a0")

/** Puts separators between groups of three digits. */
const grouped = (digits: string, sign: string): string => digits.replace(/\d{3}(?=\d{2})/g, `$&${sign}`)

const written = fc
  .record({
    person: fc.constantFrom(...people),
    form: fc.constantFrom("+", "00", "plain", "national", "trunk", "+ (0)"),
    sign: separator
  })
  .map(({ form, person, sign }): Part & { readonly person: Example; readonly isClear: boolean } => {
    const { code, national } = person
    const rest = grouped(national, sign)
    const texts = {
      "+": `+${code}${sign}${rest}`,
      "00": `00${code}${sign}${rest}`,
      plain: `${code}${national}`,
      national: rest,
      // A number that begins with a zero at home has none before it.
      trunk: national.startsWith("0") ? rest : `0${rest}`,
      "+ (0)": `+${code} (0) ${rest}`
    }
    const raw = texts[form].replace(/\D/g, "")
    // Digits alone are an address as they are.
    const asWritten = form === "national" || form === "plain" ? [raw] : []
    const addresses = [...variantsOf(person), ...asWritten, ...(form === "+ (0)" ? [`${code}0${national}`] : [])]
    return { person, text: texts[form], addresses, isClear: form === "+" || form === "00" }
  })

const remark = fc.constantFrom(
  ...[" ab 18 Uhr", " (Zentrale 09-17h)", " or 02", " oder 12", ", option 6", ",,,001#", " ext. 12", " x9", ";ext=7"],
  ...[" / 24", " #5", "; 12", " (12)", " privat", "\n2. Stock", " p123", ".0", ",00", " & 13", " Tür 3"]
)

const before = fc.constantFrom(
  "",
  "",
  "",
  "Tel. ",
  "tel:",
  "Mobil: ",
  "12: ",
  "Zimmer 12, ",
  "2024-01-15 ",
  "030, ",
  "'"
)

const oneNumber = fc.record({ before, number: written, after: fc.option(remark, { nil: "" }) }).map((cell) => ({
  text: `${cell.before}${cell.number.text}${cell.after}`,
  person: cell.number.person,
  addresses: cell.number.addresses,
  // What is certain: a number with its country, alone in the cell or behind a word.
  certain: cell.number.isClear && cell.after === "" && ["", "tel:", "Tel. "].includes(cell.before)
}))

const twoNumbers = fc
  .record({
    one: written,
    sign: fc.constantFrom(" / ", ", ", "; ", " or ", "\n", " ::: ", " und "),
    other: written
  })
  .map(({ one, other, sign }) => ({
    text: `${one.text}${sign}${other.text}`,
    person: one.person,
    addresses: [...one.addresses, ...other.addresses],
    certain: false
  }))

const pad = (value: number) => String(value).padStart(2, "0")

const noNumber = fc
  .record({
    year: fc.integer({ min: 1930, max: 2039 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 })
  })
  .chain(({ day, month, year }) =>
    fc.constantFrom(
      ...[`${year}-${pad(month)}-${pad(day)}`, `${pad(day)}.${pad(month)}.${year}`, `${month}/${day}/${year}`],
      ...[
        `${year}-${pad(month)}-${pad(day)}T10:00:00Z`,
        `${year},5E+11`,
        `${day},${year}E+12`,
        `${day}`,
        `${year}`,
        "n/a"
      ],
      ...[`${year}${pad(month)}${pad(day)}.5`, `ab ${day} Uhr`, `${day} Bäume`, "keine", "030 privat"]
    )
  )
  .map((text) => ({ text, person: null, addresses: noAddresses, certain: false }))

const keypad = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]
const vanity = fc
  .record({
    area: fc.constantFrom("800", "888", "877", "866"),
    word: fc.stringMatching(/^[A-Z]{7}$/),
    plus: fc.boolean()
  })
  .map(({ area, plus, word }) => {
    const digits = word
      .toLowerCase()
      .replace(/./g, (letter) => `${2 + keypad.findIndex((key) => key.includes(letter))}`)
    return {
      text: `${plus ? "+" : ""}1-${area}-${word}`,
      person: null,
      addresses: [`1${area}${digits}`],
      certain: true
    }
  })

const cell = fc.oneof(
  { weight: 6, arbitrary: oneNumber },
  { weight: 3, arbitrary: twoNumbers },
  { weight: 1, arbitrary: noNumber },
  { weight: 1, arbitrary: vanity }
)

describe("the address in a cell (C3)", () => {
  it("covers at least 60 countries", () => assert.strictEqual(people.length, 60))

  it("C3: has the digits of the single number in the cell, with its country code and without its national prefix", () => {
    fc.assert(
      fc.property(cell, fc.boolean(), ({ addresses, certain, person, text }, atHome) => {
        const forms = numberForms(atHome && person !== null ? { country: person.country } : {})
        const address = identifierValue(forms, "phoneNumber", text)
        const isSomeones = address === null ? certain : isAddress(address) && !addresses.includes(address)
        assert.isFalse(isSomeones, `${text}: ${address}`)
      }),
      { numRuns: cells }
    )
  })
})
