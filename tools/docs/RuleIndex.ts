/** A test that names a rule in its title. */
interface RuleTest {
  readonly rule: string
  readonly file: string
  readonly title: string
}

/** The rules that the decisions page lists: `- **C1** ...`. */
export const rulesOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/^- (?:<a id="[^"]*"><\/a>)?\*\*([A-Z]\d+)\*\* \S/gm)].flatMap(([, id]) => id ?? [])

/**
 * The tests of rules in one file. A title is the text that a call begins with; it carries its rules in front
 * (`S1, S3: ...`) or in brackets (`... (C1)`). `S1-S3` are all of them from one to the other.
 */
export const testsIn = (file: string, code: string): ReadonlyArray<RuleTest> =>
  [...code.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].flatMap(([, , title = ""]) =>
    idsOf(title).map((rule) => ({ rule, file, title: withoutIds(title) }))
  )

const inFront = /^((?:[A-Z]\d+(?:, | and |-(?=[A-Z]))?)+): /
const inBrackets = / ?\(((?:[A-Z]\d+(?:, | and |-(?=[A-Z]))?)+)\)/g

const idsOf = (title: string): ReadonlyArray<string> => {
  const lists = [title.match(inFront)?.[1] ?? "", ...[...title.matchAll(inBrackets)].map(([, list]) => list ?? "")]
  return [...new Set(lists.flatMap((list) => list.split(/, | and /).flatMap(idsFrom)))]
}

/** The rules of a range, such as `S1-S3`, or the one rule. */
const idsFrom = (range: string): ReadonlyArray<string> => {
  const [, letter = "", first, last = first] = /^([A-Z])(\d+)(?:-[A-Z](\d+))?$/.exec(range) ?? []
  const count = Number(last) - Number(first) + 1
  return letter === "" ? [] : Array.from({ length: count }, (_, n) => `${letter}${Number(first) + n}`)
}

const withoutIds = (title: string): string => title.replace(inFront, "").replace(inBrackets, "")

/** The rules that the page lists more than once. */
export const repeatedRules = (rules: ReadonlyArray<string>): ReadonlyArray<string> =>
  rules.filter((rule, at) => rules.indexOf(rule) < at)

/** Titles that name a rule which the page does not have. */
export const unknownRules = (rules: ReadonlyArray<string>, tests: ReadonlyArray<RuleTest>): ReadonlyArray<RuleTest> =>
  tests.filter(({ rule }) => !rules.includes(rule))
