import assert from "node:assert/strict"

/** Where the server is, and a token for it. */
export const server = () => {
  const { ROLLCALL_TOKEN: token, ROLLCALL_URL: baseUrl } = process.env
  assert(token !== undefined && baseUrl !== undefined)
  return { baseUrl, token }
}

/** Ends the walk if something is not as expected. */
export const expect = <A>(actual: A, expected: A): void => assert.deepEqual(actual, expected)
