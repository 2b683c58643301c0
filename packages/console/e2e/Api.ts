/** The API of the server under test. */
export interface Api {
  /** The base URL of the server. */
  readonly url: string
  /** A token with all scopes. */
  readonly token: string
  /** Sends a request and returns the response body. Throws on an error status. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>
}

export const apiOf = (url: string, token: string): Api => ({
  url,
  token,
  ask: async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    let response = await fetch(`${url}${path}`, request)
    // On a busy machine a search may be cancelled before it has any effect.
    for (let tries = 1; response.status === 503 && tries < 5; tries++) response = await fetch(`${url}${path}`, request)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }
})

/** Returns the value at a path, such as `at(page, "items", 0, "uuid")`. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value
  )

export const textAt = (value: unknown, ...path: ReadonlyArray<string | number>): string => {
  const found = at(value, ...path)
  if (typeof found !== "string") throw new Error(`${path.join(".")} is ${JSON.stringify(found)}, and no text`)
  return found
}

export const numberAt = (value: unknown, ...path: ReadonlyArray<string | number>): number => {
  const found = at(value, ...path)
  if (typeof found !== "number") throw new Error(`${path.join(".")} is ${JSON.stringify(found)}, and no number`)
  return found
}

/** Repeats a check until it returns true. */
export const until = async (isSo: () => Promise<boolean>, what: string, seconds = 30): Promise<void> => {
  const end = performance.now() + seconds * 1_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`after ${seconds} s it is still not so: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
