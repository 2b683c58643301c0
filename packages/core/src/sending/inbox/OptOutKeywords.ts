import { Struct } from "effect"
import { unaccented } from "../../people/search/terms/UnaccentedText.ts"
import { fold } from "../../shared/Text.ts"
import { type OptOutWords, wordsEverywhere, wordsOfLanguages } from "./OptOutWords.ts"

/** The wish in a message: stop messages, maybe stop, start messages again, or none of these. */
export type Wish = "stop" | "maybe" | "start" | "none"

type Kind = keyof OptOutWords

/** The phrases of a language, with their kinds. */
type Vocabulary = ReadonlyMap<string, Kind>

/** The vocabularies that messages are checked against. */
export type Vocabularies = ReadonlyArray<Vocabulary>

/** The kinds that ask to stop. */
const asking: ReadonlySet<Kind> = new Set<Kind>(["stop", "leave", "cancel", "not"])

/** The kinds that a preceding negation reverses, as in `don't stop`. */
const turned: ReadonlySet<Kind | null> = new Set<Kind>(["stop", "leave", "cancel", "start"])

/** The maximum number of words in a message that can opt a person out or in. */
const mostWords = 6

/** The maximum number of words in a phrase. */
const longestPhrase = 6

/** Returns the vocabularies of all languages. A host's stop words, if set, replace the words that ask to stop. */
export const vocabulariesWith = (stopWords: ReadonlyArray<string> | null): Vocabularies =>
  stopWords === null ? ownVocabularies : wordsOfLanguages.map((words) => hostVocabulary(words, stopWords))

/** The maximum number of UTF-16 units that are read from a message. Further units are ignored. */
const longestText = 1_000

/** Returns the wish in a message. Ignores case, punctuation, symbols, accents and white space. */
export const wishOf = (given: string | null, vocabularies: Vocabularies): Wish => {
  const text = (given ?? "").slice(0, longestText).normalize("NFKC")
  const wishIn = (part: string) => {
    const words = wordsOf(part)
    const isShort = part.split(/\s+/).filter((word) => letter.test(word)).length <= mostWords
    return strongest(vocabularies.map((vocabulary) => wishOfWords(words, isShort, vocabulary)))
  }
  const wish = wishIn(text)
  // One of several sentences may ask to stop: `I have moved, stop.`
  return wish === "none" && text.split(endOfSentence).some((part) => wishIn(part) === "stop") ? "maybe" : wish
}

/** Returns the wish of a message's words in one language. */
const wishOfWords = (words: ReadonlyArray<string>, isShort: boolean, vocabulary: Vocabulary): Wish => {
  if (vocabulary.get(words.join(" ")) === "stop") return "stop"
  const kinds: ReadonlyArray<Kind | null> = kindsOf(words, vocabulary).filter((kind) => kind !== "courtesy")
  const has = (kind: Kind) => kinds.includes(kind)
  if (isTurnedAround(kinds)) return "none"
  if (has("complaint")) return has("stop") || has("leave") ? "maybe" : "none"
  // The message has unknown words: `stop by tomorrow`, `STOP I have moved`.
  if (kinds.includes(null)) return has("leave") || kinds[0] === "stop" ? "maybe" : "none"
  const isAboutMessages = has("messages")
  const isBare = isAboutMessages || !has("details")
  const asksToStop = has("leave") || (has("stop") && isBare) || ((has("cancel") || has("not")) && isAboutMessages)
  const mayAskToStop = asksToStop || has("stop") || has("cancel")
  if (mayAskToStop) return asksToStop && !has("start") && isShort ? "stop" : "maybe"
  return has("start") && isBare && isShort ? "start" : "none"
}

/** Returns whether a word with a wish follows a negation. */
const isTurnedAround = (kinds: ReadonlyArray<Kind | null>): boolean => {
  const others = kinds.filter((kind) => kind !== "details")
  return others.some((kind, at) => kind === "not" && turned.has(others[at + 1] ?? null))
}

/** Returns the kinds of the phrases in a message, longest phrase first; null for an unknown word. */
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

/** Combines the wishes of all languages. Asking to stop in one language and to start in another counts as `maybe`. */
const strongest = (wishes: ReadonlyArray<Wish>): Wish => {
  const has = (wish: Wish) => wishes.includes(wish)
  if (has("stop") && !has("start")) return "stop"
  if (has("stop") || has("maybe")) return "maybe"
  return has("start") ? "start" : "none"
}

/** Splits a string into words at punctuation and symbols. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  unaccented(fold(text))
    .split(between)
    .filter((word) => word !== "")

const letter = /[\p{L}\p{N}]/u

const between = /[\p{P}\p{S}\s]+/u

const endOfSentence = /[.,!?;\n。؟،]/u

const phraseOf = (text: string): string => wordsOf(text).join(" ")

/** Returns the phrases of a language with their kinds. */
const entriesOf = (words: OptOutWords): ReadonlyArray<readonly [string, Kind]> =>
  Struct.keys(words).flatMap((kind) =>
    (words[kind] ?? "").split(",").map((phrase) => [phraseOf(phrase), kind] as const)
  )

const ownVocabularies: Vocabularies = wordsOfLanguages.map(
  (words) => new Map([...entriesOf(wordsEverywhere), ...entriesOf(words)])
)

/** Makes the vocabulary of a language with a host's stop words. The language's own words that ask to stop are left out. */
const hostVocabulary = (words: OptOutWords, stopWords: ReadonlyArray<string>): Vocabulary => {
  const phrases = stopWords.map(phraseOf).filter((phrase) => phrase !== "")
  const others = [...entriesOf(wordsEverywhere), ...entriesOf(words)].filter(([, kind]) => !asking.has(kind))
  return new Map([...others, ...phrases.map((phrase) => [phrase, "stop"] as const)])
}
