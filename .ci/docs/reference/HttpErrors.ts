import { cell, code, generatedPage, table } from "./Markdown.ts"
import { type DocumentedOperation, readDocument } from "./Document.ts"

/** The areas of the API: each has an envelope of its own for errors. */
const areas = [
  { name: "Contacts", includes: ({ path }: DocumentedOperation) => path.startsWith("/v1/") },
  { name: "Broadcasts", includes: ({ path }: DocumentedOperation) => path.startsWith("/broadcasts") }
]

const errorsOf = ({ answers }: DocumentedOperation) => answers.filter(({ status }) => Number(status) >= 400)

/** The errors that most operations of an area may answer, so that each operation needs to list only its others. */
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

/** The page of the errors of each operation, of the document of the API. */
export const httpErrorsPage = (): string => {
  const { operations } = readDocument()
  const [inAreas, others] = [
    areas.map(({ includes, name }) => ({ name, operations: operations.filter(includes) })),
    operations.filter((one) => !areas.some(({ includes }) => includes(one)))
  ]
  return generatedPage(
    "Errors of the HTTP API by operation",
    `The API has ${operations.length} operations. Its document, \`/openapi.json\`, says the same of each, with the members of every answer and an example.`,
    'An error of the Contacts area is `{ "error": { "message": ..., "details": ... } }`, where `details` of a 422 lists every issue ' +
      'with its place (W4). An error of the Broadcasts area is `{ "message": ..., "details": ... }` (W5). What the literals ' +
      "of an issue mean is on the page of [reasons](reasons.md).",
    "A 429 and a 503 carry `Retry-After`: the same request may succeed after as many seconds. A request that creates may be " +
      "sent again if it has an idempotency key (B4), whatever became of it.",
    ...inAreas.map(({ name, operations }) => areaPart(name, operations)),
    ...(others.length === 0 ? [] : [areaPart("Others", others)])
  )
}
