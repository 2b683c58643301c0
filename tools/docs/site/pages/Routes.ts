import { existsSync, globSync } from "node:fs"
import { join, posix } from "node:path"
import { repository } from "../../../Repository.ts"
import { referenceRoutes } from "./ReferenceRoutes.ts"

/** The index of the pages. The site has its first page instead. */
export const index = "docs/README.md"

/** Pages outside `docs`, with their routes on the site. */
const besides: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "changes",
  "SECURITY.md": "security",
  "CONTRIBUTING.md": "contributing"
}

/**
 * The base address of the repository's files, such as `https://example.org/rollcall/blob/main`; undefined if there is
 * none.
 */
export type Sources = string | undefined

/** The packages' READMEs. */
export const packagePages: ReadonlyArray<string> = globSync("packages/*/README.md", { cwd: repository }).sort()

/** Every page of the repository on the site: the route, such as `how-to/backup`, by file. */
export const routes: ReadonlyMap<string, string> = new Map([
  [index, ""],
  ...Object.entries(besides),
  ...packagePages.map((file) => [file, file.replace("/README.md", "")] as const),
  ...globSync("docs/*/**/*.md", { cwd: repository })
    .sort()
    .map((file) => [file, file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "")] as const)
])

/** The template schema's source, and the site's file with the template schema as JSON Schema. */
const templateSchema = "packages/core/src/sending/templates/Template.ts"
export const templateFile = "docs/template-file.schema.json"

/**
 * The target of a page's link: another page, such as a source's reference; a file copied to the site; or a file that
 * only the repository has.
 */
export type Target =
  | { readonly kind: "page"; readonly route: string }
  | { readonly kind: "copied"; readonly file: string }
  | { readonly kind: "repository"; readonly file: string }

export const targetOf = (page: string, path: string): Target => {
  const file = posix.join(posix.dirname(page), path).replace(/\/$/, "")
  const route = routes.get(file) ?? referenceRoutes.get(file)?.route
  if (route !== undefined) return { kind: "page", route }
  if (file === templateSchema) return { kind: "copied", file: templateFile }
  if (!existsSync(join(repository, file))) throw new Error(`${page} links to ${path}, which is not there`)
  return file.startsWith("docs/") ? { kind: "copied", file } : { kind: "repository", file }
}

/**
 * Returns the relative address from a route to another route or to a file. It is relative so that the site works below
 * any path.
 */
export const wayTo = (from: string, to: string): string =>
  `${from === "" ? "./" : "../".repeat(from.split("/").length)}${to}`
