import { join } from "node:path"
import {
  NodeBuilderFlags,
  type Project,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  type Type
} from "typescript/unstable/sync"
import { repository } from "../../../Repository.ts"
import { withTypes } from "../../TypeProgram.ts"

/** A tag of a docstring, such as `param`. */
export interface Tag {
  readonly name: string
  readonly text: string
}

/** What is documented: its docstring, and the text of its type. */
export interface Documented {
  readonly name: string
  readonly doc: string
  readonly tags: ReadonlyArray<Tag>
  readonly type: string
}

/** A member of a type. */
interface Member extends Documented {
  readonly isOptional: boolean
  /** The type as the source has it: with the names of types, where the compiler has what they stand for. */
  readonly source: string
}

/** A type that a module exports: its members, or the kinds of it if it is a union. */
interface Described extends Documented {
  readonly members: ReadonlyArray<Member>
  readonly kinds: ReadonlyArray<Described>
  readonly isCallable: boolean
}

/** The sources as the compiler reads them. */
export interface Sources {
  readonly exportsOf: (file: string) => ReadonlyArray<string>
  readonly describe: (file: string, name: string) => Described
}

/** Reads the docstrings and types of modules and of all that they import. */
export const readSources = <A>(files: ReadonlyArray<string>, use: (sources: Sources) => A): A =>
  withTypes(new Map(files.map((file) => [file, undefined])), (project) => use(sourcesOf(project)))

const sourcesOf = (project: Project): Sources => {
  const { checker, program } = project
  const print = (type: Type | undefined) =>
    type === undefined ? "unknown" : checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation)

  const exportsOf = (file: string): ReadonlyArray<Symbol> => {
    const source = program.getSourceFile(join(repository, file))
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    return module === undefined ? [] : checker.getExportsOfModule(module)
  }
  const exportOf = (file: string, name: string): Symbol => {
    const found = exportsOf(file).find((one) => one.name === name)
    if (found === undefined) throw new Error(`${file} does not export ${name}`)
    return (found.flags & SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found)
  }
  const documented = (symbol: Symbol, type: Type | undefined): Documented => ({
    name: symbol.name,
    doc: checker.getDocumentationCommentOfSymbol(symbol),
    tags: checker.getJsDocTagsOfSymbol(symbol).map(({ name, text = "" }) => ({ name, text })),
    type: print(type)
  })
  const sourceOf = ({ declarations, name }: Symbol): string => {
    const [handle] = declarations
    const node = handle?.resolve(project)
    if (handle === undefined || node === undefined) return ""
    const text = program.getSourceFile(node.getSourceFile().fileName)?.text.slice(node.pos, node.end) ?? ""
    return text.slice(text.search(RegExp(`\\b${name}\\??:`)) + name.length).replace(/^\??:\s*/, "")
  }
  const memberOf = (symbol: Symbol): Member => ({
    ...documented(symbol, checker.getTypeOfSymbol(symbol)),
    isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
    source: sourceOf(symbol)
  })
  const described = (symbol: Symbol, type: Type): Described => ({
    ...documented(symbol, type),
    members: type.isUnionType() ? [] : checker.getPropertiesOfType(type).map(memberOf),
    kinds: kindsOf(type),
    isCallable: checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
  })
  const kindsOf = (type: Type): ReadonlyArray<Described> =>
    type.isUnionType()
      ? (type.getTypes() ?? []).flatMap((kind) => {
          const symbol = kind.getAliasSymbol() ?? kind.getSymbol()
          return symbol === undefined ? [] : [described(symbol, kind)]
        })
      : []

  return {
    exportsOf: (file) => exportsOf(file).map(({ name }) => name),
    describe: (file, name) => {
      const symbol = exportOf(file, name)
      const isType = (symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias | SymbolFlags.Class)) !== 0
      const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol)
      if (type === undefined) throw new Error(`${name} of ${file} has no type`)
      return described(symbol, type)
    }
  }
}
