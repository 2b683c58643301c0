/** A text of ASCII digits: those of other scripts are changed, characters that are not seen are left out. */
export const visibleDigits = (text: string): string =>
  plainText.test(text)
    ? text
    : text
        // Superscripts and numbers in circles are notes.
        .replace(/\p{No}/gu, "")
        .normalize("NFKC")
        .replace(/\p{Cf}/gu, "")
        .replace(/[\p{Pd}\u2212]/gu, "-")
        .replace(/\p{Nd}/gu, asciiDigit)

const plainText = /^[\x20-\x7e]*$/

/** The digit that a character stands for: the ten digits of a script are in a row. */
const asciiDigit = (char: string): string => {
  const point = char.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++
  return `${value}`
}

/** All digits of a text, in ASCII. For finding what is written, and not for saying who is meant. */
export const digitsIn = (text: string): string => visibleDigits(text).replace(/\D/g, "")
