import { assert, it } from "vitest"
import { isNumber, numbersAtOnce, numbersIn, searchFor, withoutContact } from "../../../src/contacts/bulk/Numbers.ts"

it("each number in a string is read once, in any spelling", () => {
  const text = "+49 30 23125 004\n4930-23125004; 0301234567,\t(030) 123 45 67\r\n\n , somebody"
  assert.deepStrictEqual(numbersIn(text), ["+49 30 23125 004", "0301234567", "somebody"])
  assert.deepStrictEqual(numbersIn(" \n"), [])
  assert.isFalse(isNumber("somebody"))
})

it("a number is searched for in both fields, within the number of filters that a search accepts", () => {
  const numbers = Array.from({ length: numbersAtOnce }, (_, at) => String(at))
  const filters = searchFor(numbers).advanced_search.flatMap((item) => ("any" in item ? item.any : [item]))
  assert.isAtMost(filters.length, 50)
  assert.deepStrictEqual(
    filters.slice(0, 2).map(({ field, value }) => [field, value]),
    [
      ["phone_number", "0"],
      ["chatapp_id", "0"]
    ]
  )
})

it("the numbers that no contact has are listed", () => {
  const contacts = [
    { phone_number: "030 23125 004", chatapp_id: null },
    { phone_number: null, chatapp_id: "4915112345678" }
  ]
  const numbers = ["+49 30 23125004", "0151 12345678", "+49 30 999", "somebody"]
  assert.deepStrictEqual(withoutContact(numbers, contacts), ["+49 30 999", "somebody"])
})
