import { Struct } from "effect"
import { unaccented } from "../../people/search/terms/UnaccentedText.ts"
import { fold } from "../../shared/Text.ts"
import { type OptOutWords, wordsEverywhere, wordsOfLanguages } from "./OptOutWords.ts"

/** What a message asks for: no more messages, perhaps that, messages again, or none of these. */
export type Wish = "stop" | "maybe" | "start" | "none"

type Kind = keyof OptOutWords

/** The phrases of a language, each with what it means. */
type Vocabulary = ReadonlyMap<string, Kind>

/** The vocabularies in which a message is read. */
export type Vocabularies = ReadonlyArray<Vocabulary>

/** What asks to stop, each in its own way. */
const asking: ReadonlySet<Kind> = new Set<Kind>(["stop", "leave", "cancel", "not"])

/** What a negation before it turns around, as in `don't stop`. */
const turned: ReadonlySet<Kind | null> = new Set<Kind>(["stop", "leave", "cancel", "start"])

/** A message of more words opts nobody out or in by itself. */
const mostWords = 6

/** No phrase of a vocabulary has more words. */
const longestPhrase = 6

/** The vocabularies of all languages. The stop words of a host, if it sets any, replace the words that ask to stop. */
export const vocabulariesWith = (stopWords: ReadonlyArray<string> | null): Vocabularies =>
  stopWords === null ? ownVocabularies : wordsOfLanguages.map((words) => hostVocabulary(words, stopWords))

/** Of a longer text only the beginning is read, in UTF-16 units. */
const longestText = 1_000

/** What a message asks for. Its case, punctuation, symbols, accents and white space make no difference. */
export const wishOf = (given: string | null, vocabularies: Vocabularies): Wish => {
  const text = (given ?? "").slice(0, longestText).normalize("NFKC")
  const wishIn = (part: string) => {
    const words = wordsOf(part)
    const isShort = part.split(/\s+/).filter((word) => letter.test(word)).length <= mostWords
    return strongest(vocabularies.map((vocabulary) => wishOfWords(words, isShort, vocabulary)))
  }
  const wish = wishIn(text)
  // One part of several: `I have moved, stop.`
  return wish === "none" && text.split(endOfSentence).some((part) => wishIn(part) === "stop") ? "maybe" : wish
}

/** What the words of a message ask for in one language. */
const wishOfWords = (words: ReadonlyArray<string>, isShort: boolean, vocabulary: Vocabulary): Wish => {
  if (vocabulary.get(words.join(" ")) === "stop") return "stop"
  const kinds: ReadonlyArray<Kind | null> = kindsOf(words, vocabulary).filter((kind) => kind !== "courtesy")
  const has = (kind: Kind) => kinds.includes(kind)
  if (isTurnedAround(kinds)) return "none"
  if (has("complaint")) return has("stop") || has("leave") ? "maybe" : "none"
  // About something that is not known here: `stop by tomorrow`, `STOP I have moved`.
  if (kinds.includes(null)) return has("leave") || kinds[0] === "stop" ? "maybe" : "none"
  const isAboutMessages = has("messages")
  const isBare = isAboutMessages || !has("details")
  const asksToStop = has("leave") || (has("stop") && isBare) || ((has("cancel") || has("not")) && isAboutMessages)
  const mayAskToStop = asksToStop || has("stop") || has("cancel")
  if (mayAskToStop) return asksToStop && !has("start") && isShort ? "stop" : "maybe"
  return has("start") && isBare && isShort ? "start" : "none"
}

/** Whether a word that asks for something follows a negation. */
const isTurnedAround = (kinds: ReadonlyArray<Kind | null>): boolean => {
  const others = kinds.filter((kind) => kind !== "details")
  return others.some((kind, at) => kind === "not" && turned.has(others[at + 1] ?? null))
}

/** The kinds of the phrases that a text consists of, the longest ones first; null for a word that is in none. */
const kindsOf = (words: ReadonlyArray<string>, vocabulary: Vocabulary) => {
  const kinds: Array<Kind | null> = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestPhrase, words.length - at)
    while (length > 1 && !vocabulary.has(words.slice(at, at + length).join(" "))) length--
    kinds.push(vocabulary.get(words.slice(at, at + length).join(" ")) ?? null)
    at += length
  }
  return kinds
}

/** What all languages together say: to ask for messages and for none in two languages is to ask for neither. */
const strongest = (wishes: ReadonlyArray<Wish>): Wish => {
  const has = (wish: Wish) => wishes.includes(wish)
  if (has("stop") && !has("start")) return "stop"
  if (has("stop") || has("maybe")) return "maybe"
  return has("start") ? "start" : "none"
}

/** The words of a text, which punctuation and symbols separate. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  unaccented(fold(text))
    .split(between)
    .filter((word) => word !== "")

const letter = /[\p{L}\p{N}]/u

const between = /[\p{P}\p{S}\s]+/u

const endOfSentence = /[.,!?;\n。؟،]/u

const phraseOf = (text: string): string => wordsOf(text).join(" ")

/** The phrases of a language with what they mean. */
const entriesOf = (words: OptOutWords): ReadonlyArray<readonly [string, Kind]> =>
  Struct.keys(words).flatMap((kind) =>
    (words[kind] ?? "").split(",").map((phrase) => [phraseOf(phrase), kind] as const)
  )

const ownVocabularies: Vocabularies = wordsOfLanguages.map(
  (words) => new Map([...entriesOf(wordsEverywhere), ...entriesOf(words)])
)

/** A language with the stop words of a host. What else asks to stop is unknown there. */
const hostVocabulary = (words: OptOutWords, stopWords: ReadonlyArray<string>): Vocabulary => {
  const phrases = stopWords.map(phraseOf).filter((phrase) => phrase !== "")
  const others = [...entriesOf(wordsEverywhere), ...entriesOf(words)].filter(([, kind]) => !asking.has(kind))
  return new Map([...others, ...phrases.map((phrase) => [phrase, "stop"] as const)])
}
