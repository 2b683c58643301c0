import { globSync } from "node:fs"
import { join } from "node:path"
import type { ElementAccessExpression, Node } from "typescript/unstable/ast"
import { isElementAccessExpression, isNumericLiteral, isStringLiteral } from "typescript/unstable/ast/is"
import { afterAll, describe, expect, it } from "vitest"
import { closeCompiler, withTypes } from "../../docs/TypeProgram.ts"
import { made, read, repository } from "../../Repository.ts"

/**
 * Files that may read a record by any key: the function for that purpose, and files that use only keys from their own
 * code.
 */
const allowed: ReadonlyArray<string> = [
  "core/src/shared/Own.ts",
  "console/src/reading/Own.ts",
  // Member names of a request's type.
  "core/src/sending/broadcasts/BroadcastRequest.ts",
  // Reasons, which are literals.
  "core/src/sending/broadcasts/retry/RetryBroadcast.ts",
  "cli/src/upkeep/PruneDatabase.ts",
  "cli/src/serve/StartRefused.ts",
  // Names of contacts' indexed fields.
  "core/src/people/contacts/ContactSearch.ts",
  "core/src/people/search/Predicate.ts",
  "core/src/people/search/Sort.ts",
  // Names of locations in paths, titles and formatting.
  "console/src/api/Client.ts",
  "console/src/reading/Reader.ts",
  "console/src/compose/preview/Formatting.ts"
]

const packages = "packages/{core,cli,contact-files,channel-whatsapp,console}/src/**/*.{ts,tsx}"

const accessesIn = (node: Node): ReadonlyArray<ElementAccessExpression> => {
  const found: Array<ElementAccessExpression> = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node)) {
      const { argumentExpression: key } = node
      if (!isStringLiteral(key) && !isNumericLiteral(key)) found.push(node)
    }
    node.forEachChild(visit)
  }
  visit(node)
  return found
}

/** Returns the places where files read a record by a key of type string. */
const readsIn = (files: ReadonlyMap<string, string | undefined>): ReadonlyArray<string> =>
  withTypes(files, ({ checker, program }) =>
    Array.from(files.keys()).flatMap((name) => {
      const file = program.getSourceFile(join(repository, name))
      return (file === undefined ? [] : accessesIn(file)).flatMap((access) => {
        const [record, key] = checker.getTypeAtLocation([access.expression, access.argumentExpression])
        const type = record === undefined ? undefined : checker.getNonNullableType(record)
        if (type === undefined || key === undefined || checker.isArrayLikeType(type)) return []
        const isAny = checker.getIndexInfosOfType(type).length > 0 && checker.typeToString(key) === "string"
        return isAny ? [`${name}: ${access.getText(file)}`] : []
      })
    })
  )

afterAll(closeCompiler)

describe("a record read by a key that users may have chosen", () => {
  it("is read with `own`, so that no key is found in the object prototype", { timeout: 120_000 }, () => {
    const files = globSync(packages, { cwd: repository, exclude: [...made] }).filter(
      (file) =>
        !/\/fake\//.test(file) && !allowed.some((one) => file === `packages/${one}`) && /\w\[\w/.test(read(file))
    )
    expect(readsIn(new Map(files.map((file) => [file, undefined])))).toEqual([])
  })

  it("is found by its type", () => {
    const text =
      "export const a = (values: Readonly<Record<string, number>>, list: ReadonlyArray<number>, key: string, at: number) =>\n" +
      '  [values[key], list[at], values["x"], { a: 1 }["a"]]\n'
    const file = "packages/core/src/people/ReadsAnyKey.ts"
    expect(readsIn(new Map([[file, text]]))).toEqual([`${file}: values[key]`])
  })
})
