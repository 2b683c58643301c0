import { limits } from "@rollcall/core"
import { read } from "../../../Repository.ts"
import { cell, code, table } from "./Markdown.ts"

const docstring = (comment: string): string => comment.replaceAll(/^ *\*+ ?/gm, "").trim()

const member = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(?:readonly )?(\w+)\??: ([^\n]+)/g

/** Returns the members declared in a source text, each with its docstring. */
const membersIn = (source: string) =>
  Array.from(source.matchAll(member), ([, comment = "", name = "", type = ""]) => ({
    doc: docstring(comment),
    name,
    type: type.replace(" | undefined", "")
  }))

/** Returns the library's settings, a table for each part. */
export const librarySettings = (): string => {
  const source = read("packages/rollcall/src/options/GivenSettings.ts")
  const bodyOf = (name: string) => RegExp(`interface ${name} \\{\\n([^]*?)\\n\\}`).exec(source)?.[1] ?? ""
  return membersIn(bodyOf("RollcallSettings"))
    .flatMap((part) => {
      const rows = membersIn(bodyOf(part.type)).map(({ doc, name, type }) => {
        const [, meaning = "", value = ""] = /^([^]*?)\s*(?:Default:\s*([^]*)\.)?$/.exec(doc) ?? []
        return [code(`${part.name}.${name}`), code(type), cell(meaning), cell(value)]
      })
      return [`### ${part.name}`, part.doc, table(["setting", "type", "meaning", "default"], rows)]
    })
    .join("\n\n")
}

/** Returns the table of request limits. */
export const limitTable = (): string => {
  const most = new Map<string, number>(Object.entries(limits))
  const rows = membersIn(read("packages/core/src/Limits.ts")).map(({ doc, name }) => [
    code(name),
    cell(doc),
    most.get(name)?.toLocaleString("en") ?? ""
  ])
  return table(["limit", "of what", "at most"], rows)
}

/** Returns the table of a program's environment variables, with the defaults. */
export const variableTable = (
  variables: Readonly<Record<string, { readonly name: string; readonly meaning: string; readonly otherwise: string }>>
): string =>
  table(
    ["variable", "meaning", "without it"],
    Object.values(variables).map(({ meaning, name, otherwise }) => [code(name), cell(meaning), cell(otherwise)])
  )
