/** A tag with its attributes. What stands between quotes may have any character. */
const tag = /<[a-z][\w-]*(?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/gi

const addresses = /(\s(?:href|src|poster)=")([^"]*)(")/g

const identifiers = /\sid="([^"]*)"/g

/** The addresses that the tags of a page name, such as those of links and pictures. */
export const addressesOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(tag)].flatMap(([whole]) =>
    [...whole.matchAll(addresses)].map(([, , address = ""]) => unescaped(address))
  )

/** What the fragments of links to a page may name. */
export const identifiersOf = (html: string): ReadonlySet<string> =>
  new Set(
    [...html.matchAll(tag)].flatMap(([whole]) => [...whole.matchAll(identifiers)].map(([, id = ""]) => unescaped(id)))
  )

/** A page with other addresses. */
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
