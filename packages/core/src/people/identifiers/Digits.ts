import { asciiDigits } from "../../shared/Text.ts"

/** A text of ASCII digits: those of other scripts are changed, characters that are not seen are left out. */
export const visibleDigits = (text: string): string =>
  plainText.test(text)
    ? text
    : asciiDigits(
        text
          // Superscripts and numbers in circles are notes.
          .replace(/\p{No}/gu, "")
          .normalize("NFKC")
          .replace(/\p{Cf}/gu, "")
          .replace(/[\p{Pd}\u2212]/gu, "-")
      )

const plainText = /^[\x20-\x7e]*$/

/** All digits of a text, in ASCII. For finding what is written, and not for saying who is meant. */
export const digitsIn = (text: string): string => visibleDigits(text).replace(/\D/g, "")
