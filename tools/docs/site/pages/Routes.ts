import { existsSync, globSync } from "node:fs"
import { join, posix } from "node:path"
import { repository } from "../../../Repository.ts"
import { referenceRoutes } from "./ReferenceRoutes.ts"

/** The index of the pages, in whose place the site has its first page. */
export const index = "docs/README.md"

/** Pages beside `docs`, and where the site has them. */
const besides: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "changes",
  "SECURITY.md": "security",
  "CONTRIBUTING.md": "contributing"
}

/** Where a reader finds the files of the repository, such as `https://example.org/rollcall/blob/main`, if there is such a place. */
export type Sources = string | undefined

/** The READMEs of the packages. */
export const packagePages: ReadonlyArray<string> = globSync("packages/*/README.md", { cwd: repository }).sort()

/** Every page of the repository that the site shows, by its file, with its route: `how-to/backup`. */
export const routes: ReadonlyMap<string, string> = new Map([
  [index, ""],
  ...Object.entries(besides),
  ...packagePages.map((file) => [file, file.replace("/README.md", "")] as const),
  ...globSync("docs/*/**/*.md", { cwd: repository })
    .sort()
    .map((file) => [file, file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "")] as const)
])

/** The schema of a template, and the file of the site that has it as JSON Schema. */
const templateSchema = "packages/core/src/sending/templates/Template.ts"
export const templateFile = "docs/template-file.schema.json"

/**
 * Where a link of a page leads: to another page, such as the reference of a source; to a file that the site has a copy of; or to a
 * file that only the repository has.
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

/** The way from one route to another, or to a file: relative, so that the site works below any path. */
export const wayTo = (from: string, to: string): string =>
  `${from === "" ? "./" : "../".repeat(from.split("/").length)}${to}`
