import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { vocabulariesWith, type Wish, wishOf } from "../../../src/sending/inbox/OptOutKeywords.ts"
import { type OptOutWords, wordsEverywhere, wordsOfLanguages } from "../../../src/sending/inbox/OptOutWords.ts"

const own = vocabulariesWith(null)

/** Short messages of eight languages: what their authors mean, and what is heard of it. */
const messages = readFileSync(new URL("ShortMessages.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [language = "", means = "", verdict = "", text = ""] = line.split("\t")
    return { language, means, verdict, text }
  })

const verdictsOf = (wanted: string) => messages.flatMap(({ means, verdict }) => (means === wanted ? [verdict] : []))

describe("C10: requests in short messages", () => {
  it.each(messages)("$language: $text ($verdict)", ({ text, verdict }) => {
    assert.strictEqual(wishOf(text, own), verdict)
  })

  it("no ordinary reply opts anybody out or in, and 95 of 100 stop messages are recognized; the others may be stops", () => {
    const [replies, starts, stops] = [verdictsOf("reply"), verdictsOf("start"), verdictsOf("stop")]
    assert.deepStrictEqual([replies.length, stops.length], [200, 200])
    assert.notIncludeMembers(replies, ["stop", "start"])
    assert.isAtLeast(stops.filter((verdict) => verdict === "stop").length, 190)
    assert.includeMembers(["stop", "maybe"], stops)
    assert.includeMembers(["start", "none"], starts)
    assert.strictEqual(new Set(messages.map(({ language }) => language)).size, 8)
  })

  it("case, punctuation, full-width forms and whitespace around and between the words are ignored", () => {
    const wide = (text: string) =>
      text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).replaceAll(" ", "\u3000")
    const spelled = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.normalize("NFD"),
      (text: string) => text.replaceAll(" ", " \u00a0"),
      wide
    )
    const around = fc.constantFrom("", " ", "\n", ".", "!", " !!", "…", "?", " 🙏", "\u200e", "„", "“")
    fc.assert(
      fc.property(fc.constantFrom(...messages), spelled, around, around, ({ text, verdict }, spell, before, after) => {
        assert.strictEqual(wishOf(`${before}${spell(text)}${after}`, own), verdict)
      }),
      { numRuns: 2_000 }
    )
  })

  it.each<readonly [string | null, Wish]>([
    ...(
      [
        "ｓｔｏｐ",
        "ARRE\u0302T",
        "„Stopp“",
        "¡Baja!",
        "stop\u200b",
        "st\u00adop",
        "STOP\u00a0ALL",
        "🛑 STOP ✋️"
      ] as const
    ).map((text) => [text, "stop"] as const),
    ...(["Stop promotions", "afmelden", "berhenti", "הסר", "停止", "退订。", "配信停止", "수신거부"] as const).map(
      (text) => [text, "stop"] as const
    ),
    [null, "none"],
    ["", "none"],
    ["...", "none"],
    ["👍", "none"],
    ["s t o p", "none"],
    ["non-stop", "none"],
    ["Don’t stop", "none"],
    ["stop 12345", "maybe"],
    ["STOP I have moved", "maybe"],
    ["I have moved. Stop.", "maybe"],
    ["stop start", "maybe"],
    ["don't start", "none"],
    ["I don't get messages", "none"],
    ["Ich kann keine Nachrichten senden", "none"],
    ["I can't read this, stop", "maybe"],
    ["I don't want to get messages", "stop"],
    ["Anmelden", "none"],
    [`unsubscribe ${"me ".repeat(100_000)}`, "maybe"]
  ])("%j: %s", (text, wish) => {
    assert.strictEqual(wishOf(text, own), wish)
  })

  it("a host's words replace the built-in ones, and an empty word never matches", () => {
    const set = vocabulariesWith(["Genug ", "jetzt reicht es mir aber wirklich ganz", "", "🛑"])
    const wishes = ["genug", "Genug, danke!", "genug nachrichten", "Jetzt reicht es mir aber wirklich ganz."]
    assert.deepStrictEqual(
      wishes.map((text) => wishOf(text, set)),
      ["stop", "stop", "stop", "stop"]
    )
    for (const text of ["stop", "unsubscribe", "cancel", "no more messages", " ", "🛑"]) {
      assert.strictEqual(wishOf(text, set), "none", text)
    }
    assert.strictEqual(wishOf("START", set), "start")
    assert.strictEqual(wishOf("start", vocabulariesWith(["start"])), "stop")
  })

  it("each phrase of a language has one meaning, and at most six words", () => {
    const phrasesOf = (words: OptOutWords) =>
      Struct.keys(words).flatMap((kind) => (words[kind] ?? "").split(",").map((phrase) => phrase.trim()))
    for (const words of wordsOfLanguages) {
      const phrases = [...phrasesOf(wordsEverywhere), ...phrasesOf(words)]
      assert.isAtMost(Math.max(...phrases.map((phrase) => phrase.split(" ").length)), 6)
      assert.deepStrictEqual(
        phrases.filter((phrase, at) => phrase === "" || phrases.indexOf(phrase) !== at),
        []
      )
    }
  })
})
