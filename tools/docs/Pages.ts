import { globSync } from "node:fs"
import { read, repository } from "../Repository.ts"
import { formatted } from "./Format.ts"
import { pagesWithCode, withCode } from "./parts/CodeParts.ts"
import { withValues } from "./parts/Values.ts"
import { settingTypes } from "./SettingTypes.ts"

/** A file in its current and its expected form. */
interface Page {
  readonly file: string
  readonly is: string
  readonly shouldBe: string
}

/**
 * Returns every generated file, and every page with its generated parts, formatted, if the current form differs from
 * the expected one.
 */
export const pages = (): ReadonlyArray<Page> => {
  const settings = "packages/rollcall/src/options/GivenSettings.ts"
  const withParts = globSync(pagesWithCode, { cwd: repository })
    .sort()
    .map((file) => {
      const is = read(file)
      return { file, is, text: withCode(file, withValues(file, is), read) }
    })
  const changed = [{ file: settings, is: read(settings), text: settingTypes() }, ...withParts].filter(
    ({ is, text }) => text !== is
  )
  const texts = formatted(new Map(changed.map(({ file, text }) => [file, text])))
  return changed.map(({ file, is, text }) => ({ file, is, shouldBe: texts.get(file) ?? text }))
}
