const base = document.querySelector("base")
// The base is relative to the first path of the page. Made absolute, it stays right when the path changes.
if (base !== null) base.href = document.baseURI

/** The URL of the console, which ends in a slash. */
const consoleUrl = new URL(document.baseURI)

/** The URL that the paths of the API are relative to. */
export const apiUrl = new URL("..", consoleUrl)

/** Returns the absolute path of a view, such as `contacts/0a1b?tab=notes`, below the console's path. */
export const pathTo = (view: string): string => consoleUrl.pathname + view

/** Returns the part of a path below the console's path, with a leading slash. */
export const pathWithin = (path: string): string => `/${path.slice(consoleUrl.pathname.length)}`
