import { unaccented } from "./terms/UnaccentedText.ts"

/**
 * Returns the form that a folded name is sorted by: the name without accents, followed by the name itself if it has
 * accents. So `ábel` comes between `abel` and `adler` in every store. Different names have different forms. If one name
 * starts with another, its form starts with the other name without accents.
 */
export const sortKey = (folded: string): string => {
  const plain = unaccented(folded)
  return plain === folded ? folded : `${plain}${separator}${folded}`
}

/** Sorts before every character in names. */
const separator = "\u0001"
