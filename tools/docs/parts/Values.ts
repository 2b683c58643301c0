import { DispatchSettings } from "@rollcall/core"
import { Duration, Schema } from "effect"
import { read } from "../../Repository.ts"
import { replaceMarks, withoutCode } from "./Marks.ts"

const Manifest = Schema.fromJsonString(Schema.Struct({ engines: Schema.Struct({ node: Schema.String }) }))

/** Returns the workspace areas of the promise library, such as `contacts`, from the type that lists them. */
const areas = (): ReadonlyArray<string> => {
  const [, members = ""] = /interface Areas \{([^]*?)\n\}/.exec(read("packages/rollcall/src/Workspace.ts")) ?? []
  return Array.from(members.matchAll(/^ {2}readonly (\w+)/gm), ([, name = ""]) => name)
}

const { concurrency, keepKeysFor, rate, retries, workersPerBroadcast } = DispatchSettings.defaultValue()

/** The code's values that pages mention in their text. */
export const values: Readonly<Record<string, () => string>> = {
  "areas of a workspace": () =>
    areas()
      .map((name) => `\`${name}\``)
      .join(", "),
  "burst of a sender": () => `${rate.burst}`,
  "days of a key": () => `${Duration.toDays(keepKeysFor)}`,
  "oldest node": () => Schema.decodeSync(Manifest)(read("package.json")).engines.node.replace(">=", ""),
  "rate of a sender": () => `${rate.perSecond}`,
  "retries of a send": () => `${retries}`,
  "sends at once": () => `${concurrency}`,
  "sends in flight": () => `${workersPerBroadcast * Math.min(concurrency, rate.burst)}`,
  "sends in flight at most": () => `${workersPerBroadcast * concurrency}`,
  "workers of a broadcast": () => `${workersPerBroadcast}`
}

const marker = /<!-- \/?value\b/
const part = /(<!-- value ([^>]+?) -->)[^<]*(<!-- \/value -->)/

/** Returns a page with the code's values. A value is between `<!-- value NAME -->` and `<!-- /value -->`. */
export const withValues = (page: string, text: string): string => {
  const written = replaceMarks(text, part, ([opening = "", name = "", closing = ""]) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`${page} names the value "${name}", which tools/docs/parts/Values.ts lacks`)
    return `${opening}${value()}${closing}`
  })
  if (marker.test(withoutCode(replaceMarks(text, part, () => ""))))
    throw new Error(`${page} has a value without its beginning or its end`)
  return written
}
