import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { wayTo } from "../pages/Routes.ts"
import { accessible } from "./Accessible.ts"
import { withAddresses } from "./Tags.ts"

/** Pages that mention much and explain little count for less in a search. */
const mentioning = /^(?:changes|contributing|packages\/|reference\/(?:dependencies|stack|search-terms|services\/))/

const searched = "data-pagefind-body"

/**
 * Finishes the pages of a built site before they are indexed: they are accessible, and their addresses start from the page
 * in place of the server's root.
 */
export const finish = (folder: string): void => {
  for (const file of globSync("**/*.html", { cwd: folder })) {
    const route = dirname(file) === "." ? "" : dirname(file)
    const html = withAddresses(readFileSync(join(folder, file), "utf8"), (address) =>
      /^\/(?!\/)/.test(address) ? wayTo(route, address.slice(1)) : address
    )
    const weighed = mentioning.test(route) ? html.replace(searched, `${searched} data-pagefind-weight="0.2"`) : html
    writeFileSync(join(folder, file), accessible(weighed))
  }
}
