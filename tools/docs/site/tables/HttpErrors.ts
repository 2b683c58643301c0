import { cell, code, table } from "./Markdown.ts"
import { type DocumentedOperation, readDocument } from "./Document.ts"

/** The API's areas, each with its own error envelope. */
const areas = [
  { name: "Contacts", includes: ({ path }: DocumentedOperation) => path.startsWith("/v1/") },
  { name: "Broadcasts", includes: ({ path }: DocumentedOperation) => path.startsWith("/broadcasts") }
]

const errorsOf = ({ answers }: DocumentedOperation) => answers.filter(({ status }) => Number(status) >= 400)

/**
 * Returns the errors that most of an area's operations can return, so that each operation lists only its other errors.
 */
const commonOf = (operations: ReadonlyArray<DocumentedOperation>): ReadonlyMap<string, string> => {
  const all = operations.flatMap(errorsOf)
  const counted = Map.groupBy(all, ({ description, status }) => `${status} ${description}`)
  return new Map(
    [...counted.values()]
      .filter((ones) => ones.length * 2 > operations.length)
      .flatMap(([one]) => (one === undefined ? [] : [[one.status, one.description] as const]))
      .toSorted(([a], [b]) => a.localeCompare(b))
  )
}

const areaPart = (name: string, operations: ReadonlyArray<DocumentedOperation>): string => {
  const common = commonOf(operations)
  const statusesOf = (operation: DocumentedOperation) =>
    errorsOf(operation).toSorted((a, b) => a.status.localeCompare(b.status))
  return [
    `## ${name}`,
    `What an error of these means, for every operation that lists its status:`,
    table(
      ["status", "meaning"],
      [...common].map(([status, meaning]) => [status, cell(meaning)])
    ),
    table(
      ["operation", "", "statuses", "meaning here"],
      operations.map((operation) => [
        code(`${operation.method} ${operation.path}`),
        cell(operation.summary),
        statusesOf(operation)
          .map(({ status }) => status)
          .join(", "),
        cell(
          statusesOf(operation)
            .filter(({ description, status }) => common.get(status) !== description)
            .map(({ description, status }) => `${status}: ${description}`)
            .join(" ")
        )
      ])
    )
  ].join("\n\n")
}

/** Returns the errors of each operation in the API's document, by area. */
export const httpErrors = (): string => {
  const { operations } = readDocument()
  const others = operations.filter((one) => !areas.some(({ includes }) => includes(one)))
  return [
    ...areas.map(({ includes, name }) => areaPart(name, operations.filter(includes))),
    ...(others.length === 0 ? [] : [areaPart("Others", others)])
  ].join("\n\n")
}
