import { describe, expect, it } from "vitest"
import { proseOf } from "../checks/Blocks.ts"
import { globSync } from "node:fs"
import { read, repository } from "../../Repository.ts"

/** The pages that people read first. */
const frontPages = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/README.md",
  "docs/contributing/checks.md",
  "docs/contributing/conventions.md",
  "docs/contributing/recipes.md",
  "docs/explanation/what-it-is.md",
  "docs/how-to/faq.md",
  "docs/how-to/troubleshooting.md",
  "docs/tutorials/first-server.md"
]

/** Phrases that nobody says to a colleague, each counted dozens of times in earlier pages. */
const phrases = [
  ...[
    "alone",
    "anew",
    "as people do",
    "beside",
    "but for",
    "comes to",
    "has to be",
    "have to be",
    "house",
    "in the place of"
  ],
  ...[
    "instant",
    "is so",
    "mend",
    "mends",
    "of its own",
    "of their own",
    "of yours",
    "stands in",
    "stand in",
    "there is no",
    "whom"
  ]
]

const phrase = RegExp(`\\b(?:${phrases.join("|")})\\b`, "i")

describe.each(frontPages)("%s", (page) => {
  it("has no phrase that reads like a translation", () => {
    const lines = proseOf(read(page))
      .replaceAll(/`[^`\n]+`/g, "")
      .split("\n")
    expect(lines.flatMap((line, at) => (phrase.test(line) ? [`${at + 1}: ${line}`] : []))).toEqual([])
  })
})

describe("docs/how-to/faq.md", () => {
  it("answers in at most five sentences", () => {
    const answers = read("docs/how-to/faq.md")
      .split(/^### /m)
      .slice(1)
      .map((answer) => answer.split(/^## /m)[0] ?? "")
    expect(answers.length).toBeGreaterThan(20)
    const long = answers.filter((answer) => (answer.match(/[.?](?=\s|$)/g) ?? []).length > 5)
    expect(long).toEqual([])
  })
})

describe("docs/how-to/troubleshooting.md", () => {
  /** The sources as their messages are written: a string may go on in the next line. */
  const sources = globSync("packages/*/src/**/*.{ts,js,tsx}", { cwd: repository })
    .map(read)
    .join("\n")
    .replaceAll(/["`] \+\s+["`]/g, "")

  /** The messages of other programs. */
  const others = ["password authentication failed"]

  it("has the messages that the sources have", () => {
    const [, ...rows] = Array.from(
      read("docs/how-to/troubleshooting.md").matchAll(/^\| (.+?) +\|/gm),
      ([, cell = ""]) => cell
    )
    const messages = rows
      .filter((cell) => !cell.startsWith("npm:"))
      .flatMap((cell) => Array.from(cell.matchAll(/`([^`]* [^`]*)`/g), ([, message = ""]) => message))
    expect(messages.length).toBeGreaterThan(10)
    const parts = messages.flatMap((message) => message.split(/ ?\.\.\.,? ?/)).filter((part) => part.includes(" "))
    const unknown = parts.filter((part) => !sources.includes(part))
    expect(unknown.filter((part) => !others.some((other) => part.startsWith(other)))).toEqual([])
  })
})
