/** An import statement: its names in the module and as written, and its specifier. */
export interface Import {
  readonly specifier: string
  /** Whether the import is type-only. */
  readonly isType: boolean
  readonly names: ReadonlyArray<{ readonly local: string; readonly written: string }>
  readonly namespace: string | undefined
}

const statement = /^import (type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)"\n/gm

/** Returns the imports at the beginning of a module. */
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

/** Returns a module without the imports at its beginning. */
export const withoutImports = (code: string): string => code.replaceAll(statement, "").trimStart()

const stringsAndComments = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[^]*?\*\//g

/** Returns the import statements, as text, for the names that a part of a module uses. */
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
