/** Matches a tag with its attributes. A quoted value may contain any character. */
const tag = /<[a-z][\w-]*(?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/gi

const addresses = /(\s(?:href|src|poster)=")([^"]*)(")/g

const identifiers = /\sid="([^"]*)"/g

/** Returns the addresses in a page's tags, such as those of links and pictures. */
export const addressesOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(tag)].flatMap(([whole]) =>
    [...whole.matchAll(addresses)].map(([, , address = ""]) => unescaped(address))
  )

/** Returns the ids that links to a page may use as fragments. */
export const identifiersOf = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(tag)].flatMap(([whole]) => [...whole.matchAll(identifiers)].map(([, id = ""]) => unescaped(id)))
  )

/** Returns a page with changed addresses. */
export const withAddresses = (html: string, change: (address: string) => string): string =>
  html.replace(tag, (whole) =>
    whole.replace(addresses, (_, before: string, address: string, after: string) => before + change(address) + after)
  )

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#38;", "&")
    .replaceAll("&amp;", "&")
