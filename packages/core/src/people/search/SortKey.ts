import { unaccented } from "./terms/UnaccentedText.ts"

/**
 * The form by which a folded name is ordered: without accents, and with them where names are equal otherwise, so that
 * `ábel` comes between `abel` and `adler` on every store. Different names have different forms, and a name that begins
 * with another has a form that begins with the other one without accents.
 */
export const sortKey = (folded: string): string => {
  const plain = unaccented(folded)
  return plain === folded ? folded : `${plain}${separator}${folded}`
}

/** Comes before every character that names have. */
const separator = "\u0001"
