/** A test that names a rule in its title. */
export interface RuleTest {
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

/** A text that lists, for each rule in the order of the decisions page, the tests that check it, and last the rules without one. */
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

/**
 * A table of the rules that tests check over HTTP, in the order of the decisions page, each with the file that has most
 * of these tests, and below it the rules that none does. `toFiles` leads from the page to the repository.
 */
export const renderOverHttp = (
  rules: ReadonlyArray<string>,
  tests: ReadonlyArray<RuleTest>,
  toFiles: string
): string => {
  const ofRule = Map.groupBy(tests.filter(isOverHttp), ({ rule }) => rule)
  const rows = rules.flatMap((rule) => {
    const files = [...Map.groupBy(ofRule.get(rule) ?? [], ({ file }) => file)]
    const [most] = files.toSorted(([, one], [, other]) => other.length - one.length)
    if (most === undefined) return []
    const [file] = most
    return [`| ${rule} | [${file.replace(/^packages\/|test\/|\.test\.ts$/g, "")}](${toFiles}${file}) |`]
  })
  const none = rules.filter((rule) => !ofRule.has(rule))
  return [
    "| rule | checked by requests in |",
    "| --- | --- |",
    ...rows,
    "",
    none.length === 0 ? "Every rule has one." : `Not over HTTP: ${none.join(", ")}.`
  ].join("\n")
}

/** Whether a test sends requests: to the routes in its own process, or to a server that it started. */
const isOverHttp = ({ file }: RuleTest): boolean =>
  /^packages\/(?:http\/test\/|server\/test\/(?:kill\/)?\w+\.test\.ts$)/.test(file)

const introduction = "The tests that check each rule of docs/reference/decisions.md, by their titles.\n"

const byFile = (tests: ReadonlyArray<RuleTest>): ReadonlyArray<string> =>
  [...Map.groupBy(tests, ({ file }) => file)].map(
    ([file, ones]) => `  - \`${file}\`: ${[...new Set(ones.map(({ title }) => unescaped(title)))].join("; ")}`
  )

const unescaped = (title: string): string => title.replace(/\\(["'`])/g, "$1")
