import { assert, describe, it } from "@effect/vitest"
import { identifierValue, isAddress, type NumberForms, readNumber, valueIn } from "@rollcall/core/people"
import * as fc from "fast-check"
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { internationalForm, isCountry, numberForms } from "../src/index.ts"
import { partsOf, unified } from "../src/Plans.ts"

/** What forms make of a text that core reads. */
const readingBy = (forms: NumberForms) => ({
  ...forms,
  key: (text: string) => identifierValue(forms, "phoneNumber", text),
  digits: (text: string) => {
    const number = valueIn(readNumber(text))
    return number === null ? null : forms.digits(number)
  },
  homeKey: (text: string) => {
    const number = valueIn(readNumber(text))
    return number === null ? null : forms.homeKey(number)
  }
})

const formsOf = (country?: string) => readingBy(numberForms({ country }))
const anywhere = formsOf()
const german = formsOf("DE")

/** Numbers of several plans: those with a zero before the area, with another digit there, and with none. */
const people = [
  { country: "DE", address: "493023125001", area: "30", local: "23125001", trunk: "0" },
  { country: "DE", address: "4915112345678", area: "151", local: "12345678", trunk: "0" },
  { country: "GB", address: "442079460958", area: "20", local: "79460958", trunk: "0" },
  { country: "FR", address: "33612345678", area: "6", local: "12345678", trunk: "0" },
  { country: "NL", address: "31612345678", area: "6", local: "12345678", trunk: "0" },
  { country: "IT", address: "390612345678", area: "06", local: "12345678", trunk: "" },
  { country: "ES", address: "34612345678", area: "612", local: "345678", trunk: "" },
  { country: "NO", address: "4792345678", area: "92", local: "345678", trunk: "" },
  { country: "RU", address: "79161234567", area: "916", local: "1234567", trunk: "8" },
  { country: "IN", address: "919876543210", area: "98", local: "76543210", trunk: "0" },
  { country: "BR", address: "5511987654321", area: "11", local: "987654321", trunk: "0" }
] as const

const scripts = ["0", "٠", "۰", "०", "０", "๐"]
const inScript = (text: string, zero: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))

/** How people write what follows a country code, or stands without one. */
const separator = fc.constantFrom("", " ", "-", ".", "/", "\u00a0", "\u2011", " - ", "\u200e")
const extension = fc.constantFrom("", " ext. 12", " x9", ";ext=12", " #5", " Durchwahl 12", ", ext 7")
const around = fc.constantFrom(
  ["", ""],
  [" ", " "],
  ["\u202a", "\u202c"],
  ["tel:", ""],
  ["TEL: ", ""],
  ["\ufeff", "\u200b"]
)

const spelling = fc
  .record({
    person: fc.constantFrom(...people),
    start: fc.constantFrom("+", "00", "+ ", "(+", "＋"),
    shown: fc.constantFrom("none", "parentheses", "plain"),
    a: separator,
    b: separator,
    c: separator,
    extension,
    around,
    script: fc.constantFrom(...scripts)
  })
  .map(({ a, around: [before, after], b, c, extension, person, script, shown, start }) => {
    const { address, area, local, trunk } = person
    const code = address.slice(0, address.length - area.length - local.length)
    const dialled = trunk === "" || shown === "none" ? "" : shown === "plain" ? trunk : `(${trunk})`
    const opened = start === "(+" ? `(+${code})` : `${start}${code}`
    const text = `${opened}${a}${dialled}${b}${area}${c}${local.slice(0, 3)}${a}${local.slice(3)}${extension}`
    return { address, text: `${before}${inScript(text, script)}${after}` }
  })

const nationalSpelling = fc
  .record({
    person: fc.constantFrom(...people),
    a: separator,
    extension,
    isOpen: fc.boolean(),
    script: fc.constantFrom(...scripts)
  })
  .map(({ a, extension, isOpen, person: { address, area, country, local, trunk }, script }) => {
    const start = isOpen ? `(${trunk}${area})` : `${trunk}${area}`
    return {
      address,
      country,
      text: inScript(`${start}${a}${local.slice(0, 3)}${a}${local.slice(3)}${extension}`, script)
    }
  })

describe("a number's key (C3)", () => {
  it("C3: is the address for every spelling with a country code", () => {
    fc.assert(
      fc.property(spelling, ({ address, text }) => {
        assert.strictEqual(anywhere.key(text), address)
        assert.strictEqual(german.key(text), address)
        assert.isNull(anywhere.homeKey(text))
      }),
      { numRuns: 2_000 }
    )
  })

  it("C3: is the address for every national spelling if the country is given", () => {
    fc.assert(
      fc.property(nationalSpelling, ({ address, country, text }) => {
        assert.strictEqual(formsOf(country).key(text), address)
      }),
      { numRuns: 1_000 }
    )
  })

  it("C10: without a country becomes a home key of the address, and this home key finds the address", () => {
    fc.assert(
      fc.property(nationalSpelling, ({ address, text }) => {
        const homeKey = anywhere.homeKey(text)
        assert.isNotNull(homeKey)
        assert.include(anywhere.homeKeys(address), homeKey)
        assert.include(anywhere.addressesOf(homeKey ?? ""), address)
      }),
      { numRuns: 200 }
    )
  })

  it("C3: differs for other numbers", () => {
    const keys = people.map(({ address }) => anywhere.key(`+${address}`))
    assert.strictEqual(new Set(keys).size, people.length)
    fc.assert(
      fc.property(
        fc.integer({ min: 200_000, max: 999_999 }),
        fc.integer({ min: 200_000, max: 999_999 }),
        (one, other) => {
          const same = anywhere.key(`+49 (0) 30 23 ${one}`) === anywhere.key(`0049 30 23${other}`)
          assert.strictEqual(same, one === other)
        }
      )
    )
  })

  it.each([
    ["+55 11 8765-4321", "+55 (11) 98765-4321", "5511987654321"],
    ["551187654321", "5511987654321", "5511987654321"],
    ["+54 9 11 5123-4567", "+54 11 5123-4567", "541151234567"],
    ["+54 11 15 5123-4567", "5491151234567", "541151234567"],
    ["+52 1 55 1234 5678", "+52 55 1234 5678", "525512345678"],
    ["+52 044 55 1234 5678", "5215512345678", "525512345678"]
  ])("C3: is the same for %s and %s, as on the platform", (one, other, key) => {
    assert.deepStrictEqual([anywhere.key(one), anywhere.key(other)], [key, key])
    assert.include(anywhere.variants(key), key)
    for (const variant of anywhere.variants(key)) assert.strictEqual(anywhere.key(`+${variant}`), key)
  })

  it("C3: has no ninth digit for Brazil's landline numbers", () => {
    assert.strictEqual(anywhere.key("+55 11 3765-4321"), "551137654321")
    assert.deepStrictEqual(anywhere.variants("551137654321"), ["551137654321"])
  })

  it("C3: reads digits as a number with its country code, except numbers of the given country", () => {
    for (const { address } of people) assert.strictEqual(anywhere.key(address), address)
    assert.strictEqual(german.key("4915112345678"), "4915112345678")
    assert.strictEqual(german.key("447911123456"), "447911123456")
    assert.strictEqual(german.key("15112345678"), "4915112345678")
    assert.strictEqual(formsOf("US").key("4155550177"), "14155550177")
    assert.strictEqual(formsOf("US").key("14155550177"), "14155550177")
  })

  it("C3: rejects a number rounded by a spreadsheet, because many numbers round to the same value", () => {
    for (const text of ["4,91512E+12", "4.91512e+12", "5E+11", " +4,9E+12 "]) {
      for (const forms of [anywhere, german]) {
        assert.isNull(forms.key(text), text)
        assert.isNull(forms.digits(text), text)
        assert.isNull(forms.homeKey(text), text)
      }
    }
  })

  it("C3: of a national number without a country is its digits, and so is that of an invalid number", () => {
    assert.strictEqual(anywhere.key("030 23125 004"), "03023125004")
    assert.strictEqual(anywhere.key("٠٣٠ ٢٣١٢٥ ٠٠٤"), "03023125004")
    assert.strictEqual(anywhere.key("+49 170 222"), "49170222")
    assert.isNull(anywhere.key("call me"))
    assert.isNull(german.key("0 1"))
    assert.strictEqual(anywhere.key("Tel. +49 (0) 30 23125001"), "493023125001")
  })
})

describe("the fast parser for plain numbers (C3)", () => {
  const codes = Array.from(new Set(getCountries().map((country) => getCountryCallingCode(country))))
  const plain = fc
    .record({ code: fc.constantFrom(...codes), rest: fc.stringMatching(/^[0-9]{6,11}$/) })
    .map(({ code, rest }) => `${code}${rest}`)

  /** What the library makes of a number, and of that, until it stays the same. */
  const knownTo = (digits: string): string => {
    const read = parsePhoneNumberFromString(`+${digits}`, { extract: false })?.number.slice(1) ?? digits
    return read === digits ? digits : knownTo(read)
  }

  it("C3: returns the library's result for all countries", () => {
    fc.assert(
      fc.property(plain, (digits) => {
        const known = knownTo(digits)
        const parts = partsOf(known)
        const expected = parts === null ? known : parts.code + unified(parts.code, parts.rest)
        const isNumber = digits.length <= 15 && expected.length >= 7 && expected.length <= 15
        assert.strictEqual(anywhere.key(`+${digits}`), isNumber ? expected : null)
      }),
      { numRuns: 20_000 }
    )
  })

  it("C3: returns a key as its own key", () => {
    fc.assert(
      fc.property(plain, (digits) => {
        const key = anywhere.key(`+${digits}`)
        assert.strictEqual(key && anywhere.key(`+${key}`), key)
      }),
      { numRuns: 5_000 }
    )
  })

  it("C10: returns valid addresses for a home key, which are their own keys", () => {
    for (const homeKey of ["3023125004", "84951234567", "111551234567", "4155550177"]) {
      const addresses = anywhere.addressesOf(homeKey)
      assert.isAbove(addresses.length, 0)
      for (const address of addresses) {
        assert.isTrue(isAddress(address))
        assert.strictEqual(anywhere.key(`+${address}`), address)
        assert.include(anywhere.homeKeys(address), homeKey)
      }
    }
  })
})

describe("a number's international form", () => {
  it.each([
    ["030 23125 004", "+493023125004"],
    ["0049 (0) 30 23125004", "+493023125004"],
    ["tel:+44 20 7946 0958", "+442079460958"],
    ["+55 11 8765-4321", null],
    ["030 23125 004 ext. 5", null],
    ["4,91512E+12", null],
    ["call me", null]
  ])("of %s is %s", (text, form) => {
    assert.strictEqual(internationalForm(text, "DE"), form)
  })
})

describe("a country code", () => {
  it("needs a numbering plan", () => {
    assert.isTrue(isCountry("DE"))
    for (const text of ["de", "Germany", "", "XX"]) assert.isFalse(isCountry(text))
  })
})
