import { asciiDigits } from "../../shared/Text.ts"

/** Converts digits of other scripts to ASCII and removes invisible characters. */
export const visibleDigits = (text: string): string =>
  plainText.test(text)
    ? text
    : asciiDigits(
        text
          // Superscripts and circled numbers are footnotes.
          .replace(/\p{No}/gu, "")
          .normalize("NFKC")
          .replace(/\p{Cf}/gu, "")
          .replace(/[\p{Pd}\u2212]/gu, "-")
      )

const plainText = /^[\x20-\x7e]*$/

/** Returns all digits of a string in ASCII. For searching strings, not for identifying people. */
export const digitsIn = (text: string): string => visibleDigits(text).replace(/\D/g, "")
