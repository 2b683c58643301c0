import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { javaScriptTemplates } from "./templates/JavaScriptTemplates.ts"
import { tutorialPictures } from "./templates/TutorialPictures.ts"
import { codes } from "../../packages/rollcall/src/RollcallError.ts"
import { recipientReasons } from "../../packages/core/src/broadcasts/Recipient.ts"
import {
  apostrophes,
  latinLetters,
  omittedMarks,
  otherLetters
} from "../../packages/core/src/search/terms/UnaccentedLetters.ts"
import { issueCodes } from "../../packages/core/src/shared/Issue.ts"
import { allMetrics } from "../../packages/core/src/observability/Metrics.ts"
import { prometheusName } from "../../packages/core/src/observability/Series.ts"
import { jobFailures } from "../../packages/core/src/contact-jobs/ContactJob.ts"
import { segmentFaults } from "../../packages/core/src/segments/Segment.ts"
import { settingTypes } from "./SettingTypes.ts"
import { read, repository } from "../Repository.ts"
import { changelog } from "./Changelog.ts"
import { pagesWithCode, withCode } from "./parts/CodeParts.ts"
import { dependencyTable } from "./Dependencies.ts"
import { formatted } from "./Format.ts"
import { cell, meaningTable, wholeMark } from "./reference/Markdown.ts"
import { referencePages, type WholePage } from "./reference/ReferencePages.ts"
import { render, renderOverHttp, repeatedRules, rulesOf, type RuleTest, testsIn, unknownRules } from "./RuleIndex.ts"
import { decisionsPage, withRuleAnchors, withRuleLinks } from "./RuleLinks.ts"
import { templateFileSchema } from "./TemplateFileSchema.ts"
import { withValues } from "./parts/Values.ts"

/** A part of a page that is written by a program, between `<!-- name -->` and `<!-- /name -->`. */
interface Part {
  readonly page: string
  readonly name: string
  readonly render: () => string
}

const testFiles = [
  "packages/*/test/**/*.ts",
  "packages/{channel,storage}-conformance/src/**/*.ts",
  "examples/*/test/**/*.ts"
]

const parts: ReadonlyArray<Part> = [
  {
    page: "docs/how-to/observe.md",
    name: "metrics",
    render: () =>
      [
        "| metric | kind | labels | meaning |",
        "| --- | --- | --- | --- |",
        ...allMetrics.map((metric) => {
          const labels = metric.labels.map((label) => `\`${label.replaceAll(".", "_")}\``).join(", ")
          return `| \`${prometheusName(metric)}\` | ${metric.kind} | ${labels} | ${cell(metric.help)} |`
        })
      ].join("\n")
  },
  {
    page: "docs/reference/reasons.md",
    name: "recipients",
    render: () => meaningTable("reason", recipientReasons)
  },
  {
    page: "docs/reference/reasons.md",
    name: "rows",
    render: () => meaningTable("reason", issueCodes)
  },
  {
    page: "docs/reference/reasons.md",
    name: "segments",
    render: () => meaningTable("reason", segmentFaults)
  },
  {
    page: "docs/reference/reasons.md",
    name: "additions",
    render: () => meaningTable("reason", jobFailures)
  },
  {
    page: "docs/how-to/embed-with-promises.md",
    name: "codes",
    render: () => meaningTable("code", codes)
  },
  {
    page: "docs/reference/search-terms.md",
    name: "letters",
    render: () =>
      [
        "| typed | letters |",
        "| --- | --- |",
        ...[latinLetters, otherLetters].flatMap((table) =>
          Object.entries(table).map(([typed, letters]) => `| ${typed} | ${Array.from(letters).join(" ")} |`)
        )
      ].join("\n")
  },
  {
    page: "docs/reference/search-terms.md",
    name: "marks",
    render: () =>
      [
        "| marks | code points |",
        "| --- | --- |",
        ...Array.from(
          Map.groupBy(omittedMarks, ([, , of]) => of),
          ([of, blocks]) => `| ${of} | ${blocks.map(([first, last]) => spanOf(first, last)).join(", ")} |`
        )
      ].join("\n")
  },
  {
    page: "docs/reference/search-terms.md",
    name: "apostrophes",
    render: () => Array.from(apostrophes, (char) => spanOf(char.codePointAt(0) ?? 0)).join(", ") + "."
  },
  { page: "CHANGELOG.md", name: "changes", render: changelog },
  { page: "docs/reference/dependencies.md", name: "dependencies", render: dependencyTable },
  {
    page: "docs/reference/decisions.md",
    name: "over http",
    render: () => withRules((rules, tests) => renderOverHttp(rules, tests, "../../"))
  }
]

const spanOf = (first: number, last = first): string => {
  const [from, to] = [first, last].map((codePoint) => codePoint.toString(16).toUpperCase().padStart(4, "0"))
  return from === to ? `U+${from}` : `U+${from} to ${to}`
}

/** Writes something of the rules of the decisions page and their tests, which name no other rule. */
const withRules = (write: (rules: ReadonlyArray<string>, tests: ReadonlyArray<RuleTest>) => string): string => {
  const rules = rulesOf(read("docs/reference/decisions.md"))
  const repeated = repeatedRules(rules)
  if (repeated.length > 0) throw new Error(`more than once in the decisions page: ${repeated.join(", ")}`)
  const tests = globSync(testFiles, { cwd: repository })
    .sort()
    .flatMap((file) => testsIn(file, read(file)))
  const unknown = unknownRules(rules, tests).map(({ file, rule, title }) => `${file}: ${rule} of "${title}"`)
  if (unknown.length > 0) throw new Error(`no such rule in the decisions page:\n${unknown.join("\n")}`)
  return write(rules, tests)
}

/** Files that a program writes as a whole. */
const wholeFiles = (): ReadonlyArray<WholePage> => [
  { file: "docs/template-file.schema.json", text: templateFileSchema() },
  { file: "packages/rollcall/src/options/GivenSettings.ts", text: settingTypes() },
  ...referencePages(),
  ...javaScriptTemplates(),
  ...tutorialPictures()
]

/** The tests that check each rule of the decisions page, as text. */
export const testsByRule = (): string => withRules(render)

/** A page as it is and as it should be. */
export interface Page {
  readonly file: string
  readonly is: string
  readonly shouldBe: string
}

/** The pages, by their files, that were written as a whole, and are not among the given ones, which are still written. */
export const staleWholePages = (
  pages: ReadonlyMap<string, string>,
  written: ReadonlyArray<string>
): ReadonlyArray<string> =>
  Array.from(pages).flatMap(([file, text]) => (text.includes(wholeMark) && !written.includes(file) ? [file] : []))

/** Every page with generated parts, the parts written anew, and every file that is generated, formatted. */
export const pages = (): ReadonlyArray<Page> => {
  const rules = new Set(rulesOf(read(decisionsPage)))
  const whole = wholeFiles()
  const stale = staleWholePages(
    new Map(globSync("docs/**/*.md", { cwd: repository }).map((file) => [file, read(file)])),
    whole.map(({ file }) => file)
  )
  if (stale.length > 0) throw new Error(`no program writes these pages any more: ${stale.join(", ")}`)
  const written = [
    ...whole.map(({ file, text }) => ({ file, is: existsSync(join(repository, file)) ? read(file) : "", text })),
    ...pagesWithParts(whole)
  ].map(({ file, is, text }) => ({
    file,
    is,
    text: file === "CHANGELOG.md" ? text : withRuleLinks(file, text, rules)
  }))
  const changed = written.filter(({ is, text }) => text !== is)
  const texts = formatted(new Map(changed.map(({ file, text }) => [file, text])))
  return changed.map(({ file, is, text }) => ({ file, is, shouldBe: texts.get(file) ?? text }))
}

/** The pages whose rules are links, beside those that may have code. */
const pagesWithRules = ["CONTRIBUTING.md", "SECURITY.md"]

const pagesWithParts = (whole: ReadonlyArray<WholePage>) => {
  const named = parts.map(({ page }) => page)
  const pages = new Set([...named, ...globSync([...pagesWithCode, ...pagesWithRules], { cwd: repository }).sort()])
  return [...pages]
    .filter((file) => !whole.some((one) => one.file === file))
    .map((file) => {
      const is = read(file)
      const text = withCode(file, withValues(file, withParts(file, is)), read)
      return { file, is, text: file === decisionsPage ? withRuleAnchors(text) : text }
    })
}

const withParts = (file: string, text: string): string =>
  parts
    .filter(({ page }) => page === file)
    .reduce((page, { name, render: write }) => {
      const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
      const [before, rest] = page.split(opening)
      const after = rest?.split(closing)[1]
      if (before === undefined || after === undefined) throw new Error(`${file} has no part ${opening} ... ${closing}`)
      return `${before}${opening}\n\n${write()}\n\n${closing}${after}`
    }, text)
