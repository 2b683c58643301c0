import { Predicate } from "effect"

/** The response header that lists ignored fields of the body. */
export const ignoredFieldsHeader = "rollcall-ignored-fields"

const description =
  "Unknown names of the body, and after a question mark those of the query. They were ignored or are refused. At most 20 paths of " +
  "each, separated by commas, as in errors. Characters that a header cannot carry are percent-encoded."

/** Whether a status is only possible after the body was read. */
const isAfterReading = (status: string): boolean => /^(?:2\d\d|400|404|422)$/.test(status)

/** Adds the header to the responses of every operation with a body, in the paths of an OpenAPI document. */
export const withIgnoredFields = (paths: unknown): unknown =>
  mapMembers(paths, (path) =>
    mapMembers(path, (operation) =>
      Predicate.hasProperty(operation, "requestBody") && Predicate.hasProperty(operation, "responses")
        ? { ...operation, responses: mapMembers(operation.responses, withHeader) }
        : operation
    )
  )

const withHeader = (response: unknown, status: string): unknown => {
  if (!isAfterReading(status) || !Predicate.isReadonlyObject(response)) return response
  const headers = Predicate.isReadonlyObject(response["headers"]) ? response["headers"] : {}
  return { ...response, headers: { ...headers, [ignoredFieldsHeader]: { description, schema: { type: "string" } } } }
}

/** Returns an object with each member changed. Any other value is returned unchanged. */
export const mapMembers = (value: unknown, change: (member: unknown, name: string) => unknown): unknown =>
  Predicate.isReadonlyObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))
    : value
