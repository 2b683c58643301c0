import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { wayTo } from "../pages/Routes.ts"
import { accessible } from "./Accessible.ts"
import { withAddresses } from "./Tags.ts"

/** Matches pages that mention many terms and explain few, which rank lower in searches. */
const mentioning = /^(?:changes|contributing|packages\/|reference\/(?:dependencies|stack|search-terms|services\/))/

const searched = "data-pagefind-body"

/**
 * Finishes a built site's pages before they are indexed: makes them accessible, and makes their addresses relative to
 * the page instead of the server's root.
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
