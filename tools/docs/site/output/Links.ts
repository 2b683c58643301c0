import { existsSync, globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { addressesOf, identifiersOf } from "./Tags.ts"

/** Returns a built site's broken links: to a missing file, or to a missing anchor. */
export const brokenLinks = (folder: string): ReadonlyArray<string> => {
  const pages = new Map(
    globSync("**/*.html", { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)
  )
  const places = new Map([...pages].map(([file, html]) => [file, identifiersOf(html)] as const))
  return [...pages].flatMap(([file, html]) =>
    [...new Set(addressesOf(html))].flatMap((address) => {
      if (/^(?:[a-z]+:|\/\/)/.test(address)) return []
      const [path = "", fragment = ""] = decodeURI(address).split("#")
      const target = path === "" ? file : fileOf(posix.join(posix.dirname(file), path))
      if (path.startsWith("/") || !existsSync(join(folder, target))) return [`${file}: ${address} is not there`]
      const found = fragment === "" || (places.get(target)?.has(fragment) ?? true)
      return found ? [] : [`${file}: ${address}: the page has no such place`]
    })
  )
}

const fileOf = (path: string): string =>
  path === "." || path.endsWith("/") ? posix.join(path, "index.html") : path.replace(/\?.*/, "")
