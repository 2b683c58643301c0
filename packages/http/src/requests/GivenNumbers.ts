/** A number of so many digits in JSON may be none that a double holds. In a string it is a false alarm. */
const longNumber = /(?:^|[\s:,[])-?\d[\d.]{15,}/

/**
 * JSON as it was given: a number that a double does not hold is a string of the same characters, as its last digits
 * would be others. Null where the text has no such number, and where it is not JSON.
 */
export const parseAsGiven = (text: string): unknown => {
  if (!longNumber.test(text)) return null
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
        ? context.source
        : value
    )
  } catch {
    return null
  }
}

/** Whether a number is written with the digits that it was read from, wherever its point and its exponent are. */
const isExact = (value: number, source: string): boolean => digitsOf(String(value)) === digitsOf(source)

const digitsOf = (number: string): string => {
  const [significand = ""] = number.split(/[eE]/)
  const digits = significand.replace(/[-.]/g, "").replace(/^0+/, "")
  return digits.replace(/0+$/, "")
}
