import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { javaScriptTemplates } from "./templates/JavaScriptTemplates.ts"
import type { WholeFile } from "./templates/WholeFile.ts"
import { settingTypes } from "./SettingTypes.ts"
import { read, repository } from "../Repository.ts"
import { changelog } from "./Changelog.ts"
import { pagesWithCode, withCode } from "./parts/CodeParts.ts"
import { formatted } from "./Format.ts"
import { rulesOf } from "./RuleIndex.ts"
import { decisionsPage, withRuleAnchors, withRuleLinks } from "./RuleLinks.ts"
import { withValues } from "./parts/Values.ts"

/** Files that a program writes as a whole. */
const wholeFiles = (): ReadonlyArray<WholeFile> => [
  { file: "packages/rollcall/src/options/GivenSettings.ts", text: settingTypes() },
  ...javaScriptTemplates()
]

/** A page as it is and as it should be. */
export interface Page {
  readonly file: string
  readonly is: string
  readonly shouldBe: string
}

/** Every page with generated parts, the parts written anew, and every file that is generated, formatted. */
export const pages = (): ReadonlyArray<Page> => {
  const rules = new Set(rulesOf(read(decisionsPage)))
  const whole = wholeFiles()
  const written = [
    ...whole.map(({ file, text }) => ({ file, is: existsSync(join(repository, file)) ? read(file) : "", text })),
    ...pagesWithParts(whole)
  ].map(({ file, is, text }) => ({
    file,
    is,
    text: file === changelogPage ? text : withRuleLinks(file, text, rules)
  }))
  const changed = written.filter(({ is, text }) => text !== is)
  const texts = formatted(new Map(changed.map(({ file, text }) => [file, text])))
  return changed.map(({ file, is, text }) => ({ file, is, shouldBe: texts.get(file) ?? text }))
}

const changelogPage = "CHANGELOG.md"

/** The pages whose rules are links, beside those that may have code. */
const pagesWithRules = ["CONTRIBUTING.md", "SECURITY.md"]

const pagesWithParts = (whole: ReadonlyArray<WholeFile>) =>
  globSync([...pagesWithCode, ...pagesWithRules, changelogPage], { cwd: repository })
    .sort()
    .filter((file) => !whole.some((one) => one.file === file))
    .map((file) => {
      const is = read(file)
      if (file === changelogPage) return { file, is, text: withChanges(is) }
      const text = withCode(file, withValues(file, is), read)
      return { file, is, text: file === decisionsPage ? withRuleAnchors(text) : text }
    })

/** The changelog with its changes, between two marks. */
const withChanges = (text: string): string => {
  const [opening, closing] = ["<!-- changes -->", "<!-- /changes -->"]
  const [before = "", rest] = text.split(opening)
  const after = rest?.split(closing)[1]
  if (after === undefined) throw new Error(`${changelogPage} has no part ${opening} ... ${closing}`)
  return `${before}${opening}\n\n${changelog()}\n\n${closing}${after}`
}
