/** An import of a module: its names with how each is written, and where they come from. */
export interface Import {
  readonly specifier: string
  /** Whether the import is of types alone. */
  readonly isType: boolean
  readonly names: ReadonlyArray<{ readonly local: string; readonly written: string }>
  readonly namespace: string | undefined
}

const statement = /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)"\n/gm

/** The imports that a module begins with. */
export const importsOf = (code: string): ReadonlyArray<Import> =>
  Array.from(code.matchAll(statement), ([, type, names, namespace, specifier = ""]) => ({
    specifier,
    isType: type !== undefined,
    names: (names ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((written) => ({ local: written.replace(/^type |^.* as /g, ""), written })),
    namespace
  }))

/** A module without the imports that it begins with. */
export const withoutImports = (code: string): string => code.replaceAll(statement, "").trimStart()

const stringsAndComments = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[^]*?\*\//g

/** The imports of a module as far as a part of it uses their names, as text. */
export const importsFor = (imports: ReadonlyArray<Import>, part: string): ReadonlyArray<string> => {
  const code = part.replaceAll(stringsAndComments, "")
  const uses = (name: string) => RegExp(`(?<![\\w.$])${name}\\b(?!\\s*:)`).test(code)
  return imports.flatMap(({ isType, names, namespace, specifier }) => {
    const type = isType ? "type " : ""
    if (namespace !== undefined) {
      return uses(namespace) ? [`import ${type}* as ${namespace} from "${specifier}"`] : []
    }
    const used = names.filter(({ local }) => uses(local)).map(({ written }) => written)
    return used.length === 0 ? [] : [`import ${type}{ ${used.join(", ")} } from "${specifier}"`]
  })
}
