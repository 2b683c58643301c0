import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** Reads metrics as a scraper does. */
export const scrape = (url: string, token?: string) =>
  Effect.promise(async () => {
    const answer = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return await answer.text()
  })

/** A metric as a text has it: all of its series together. */
interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labels: ReadonlySet<string>
}

/** The metrics of a text. Fails where a series has no type, or is not with the others of its metric. */
export const familiesOf = (text: string): ReadonlyArray<Family> => {
  const families: Array<Family & { readonly labels: Set<string> }> = []
  let help = ""
  for (const line of text.trimEnd().split("\n")) {
    const [, keyword, named = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (keyword === "HELP") help = rest
    else if (keyword === "TYPE") families.push({ name: named, type: rest, help, labels: new Set() })
    else {
      const [, name = "", labels = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      const family = families.at(-1)
      if (family === undefined || ![family.name, ...parts(family)].includes(name)) throw new Error(`apart: ${line}`)
      for (const [, label = ""] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) family.labels.add(label)
    }
  }
  const names = families.map(({ name }) => name)
  if (new Set(names).size !== names.length) throw new Error(`twice: ${names.join(" ")}`)
  return families
}

const parts = ({ name, type }: Family) =>
  type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : []

const program = "/usr/bin/promtool"

/** Runs promtool, which has to find nothing. Without the program it is left out, but in continuous integration. */
export const promtool = (args: ReadonlyArray<string>, input?: string) =>
  Effect.suspend(() => {
    if (!existsSync(program)) {
      if (process.env["CI"] === "true") return Effect.die(new Error("promtool is not installed"))
      return Effect.logWarning(`promtool ${args.join(" ")} is left out: it is not installed`)
    }
    const { status, stderr, stdout } = spawnSync(program, args, { input, encoding: "utf8" })
    return status === 0 ? Effect.void : Effect.die(new Error(`promtool ${args.join(" ")}: ${stdout}${stderr}`))
  })
