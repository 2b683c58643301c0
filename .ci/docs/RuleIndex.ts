/** A test that names a rule in its title. */
export interface RuleTest {
  readonly rule: string
  readonly file: string
  readonly title: string
}

/** The rules that the decisions page lists: `- **C1** ...`. */
export const rulesOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/^- \*\*([A-Z]\d+)\*\* \S/gm)].flatMap(([, id]) => id ?? [])

/**
 * The tests of rules in one file. A title is the text that a call begins with; it carries its rules in front
 * (`S1, S3: ...`) or in brackets (`... (C1)`).
 */
export const testsIn = (file: string, code: string): ReadonlyArray<RuleTest> =>
  [...code.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].flatMap(([, , title = ""]) =>
    idsOf(title).map((rule) => ({ rule, file, title: withoutIds(title) }))
  )

const inFront = /^((?:[A-Z]\d+(?:, | and )?)+): /
const inBrackets = / ?\(((?:[A-Z]\d+(?:, | and )?)+)\)/g

const idsOf = (title: string): ReadonlyArray<string> => {
  const lists = [title.match(inFront)?.[1] ?? "", ...[...title.matchAll(inBrackets)].map(([, list]) => list ?? "")]
  return [...new Set(lists.flatMap((list) => list.match(/[A-Z]\d+/g) ?? []))]
}

const withoutIds = (title: string): string => title.replace(inFront, "").replace(inBrackets, "")

/** The rules that the page lists more than once. */
export const repeatedRules = (rules: ReadonlyArray<string>): ReadonlyArray<string> =>
  rules.filter((rule, at) => rules.indexOf(rule) < at)

/** Titles that name a rule which the page does not have. */
export const unknownRules = (rules: ReadonlyArray<string>, tests: ReadonlyArray<RuleTest>): ReadonlyArray<RuleTest> =>
  tests.filter(({ rule }) => !rules.includes(rule))

/** The page that lists, for each rule in the order of the decisions page, the tests that check it, and last the rules without one. */
export const render = (rules: ReadonlyArray<string>, tests: ReadonlyArray<RuleTest>): string => {
  const tested = rules.filter((rule) => tests.some((test) => test.rule === rule))
  const open = rules.filter((rule) => !tested.includes(rule))
  const lines = tested.flatMap((rule) => [`- **${rule}**`, ...byFile(tests.filter((one) => one.rule === rule))])
  return [
    introduction,
    ...lines,
    "",
    open.length === 0 ? "Every rule has a test." : `No test yet: ${open.join(", ")}.`
  ].join("\n")
}

const introduction = `# Tests by rule

The tests that check each rule of the [decisions](decisions.md), made by \`npm run docs\` from their titles.
`

const byFile = (tests: ReadonlyArray<RuleTest>): ReadonlyArray<string> =>
  [...Map.groupBy(tests, ({ file }) => file)].map(
    ([file, ones]) => `  - \`${file}\`: ${[...new Set(ones.map(({ title }) => inMarkdown(title)))].join("; ")}`
  )

const inMarkdown = (title: string): string => title.replace(/\\(["'`])/g, "$1").replace(/[*_`<>[\]|\\]/g, "\\$&")
