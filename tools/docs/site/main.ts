import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { execFileSync } from "node:child_process"
import { ensureInstalled } from "./Installed.ts"
import { repository } from "../../Repository.ts"
import { brokenLinks } from "./output/Links.ts"
import { firstPage } from "./pages/FirstPage.ts"
import { llmsText } from "./pages/LlmsText.ts"
import { docstringPage, markdownOf, pageOf } from "./pages/Page.ts"
import { referenceRoutes } from "./pages/ReferenceRoutes.ts"
import { index, routes, templateFile } from "./pages/Routes.ts"
import { templateFileSchema } from "./tables/TemplateFileSchema.ts"

// `npm run docs:site` builds a web site from the pages, in `tools/docs/site/dist/html`. The site works below any path
// on any server, and loads nothing from other servers. A broken link is an error. With `--sources https://...`, links
// to other files of the repository lead there; links to a source with docstrings lead to its page. Each page also
// exists as Markdown, and `llms.txt` lists them.
const folder = import.meta.dirname
const built = join(folder, "dist/html")
/** User interfaces of the search that the site does not use. */
const unused = "pagefind/pagefind-{ui,modular-ui,component-ui,highlight}.*"
const { values } = parseArgs({ options: { sources: { type: "string" } } })

const run = (tool: string, options: ReadonlyArray<string>): void => {
  execFileSync(tool, options, { cwd: folder, stdio: "inherit", env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" } })
}

const write = (file: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const writePages = (): void => {
  rmSync(join(folder, "dist"), { recursive: true, force: true })
  const shown = (copied: ReadonlyArray<string>): void => {
    for (const file of copied) {
      const content = file === templateFile ? templateFileSchema() : readFileSync(join(repository, file))
      write(join(folder, "dist/public", file.replace("docs/", "")), content)
    }
  }
  const first = firstPage(values.sources)
  write(join(folder, "dist/pages/index.md"), first.text)
  shown(first.copied)
  write(join(folder, "dist/public/llms.txt"), llmsText())
  for (const file of ["favicon.svg", "diagrams.js"])
    cpSync(join(folder, "src", file), join(folder, "dist/public", file))
  cpSync(join(folder, "node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js"), join(folder, "dist/public/mermaid.js"))
  for (const [file, route] of routes) {
    if (file === index) continue
    const { text, copied } = pageOf(file, values.sources)
    write(join(folder, "dist/pages", `${route}.md`), text)
    write(join(folder, "dist/public", `${route}.md`), markdownOf(file, values.sources))
    shown(copied)
  }
}

/** Writes the reference of the promise library and of core, which TypeDoc generates from docstrings. */
const writeReference = (): void => {
  run(process.execPath, ["--disable-warning=ExperimentalWarning", join(folder, "src/reference.ts")])
  for (const { route, title } of referenceRoutes.values()) {
    const text = readFileSync(join(folder, "dist", `${route}.md`), "utf8")
    write(join(folder, "dist/pages", `${route}.md`), docstringPage(route, title, text))
    write(join(folder, "dist/public", `${route}.md`), `# ${title}\n\n${text}`)
  }
}

const begun = performance.now()
ensureInstalled(folder)
writePages()
writeReference()
run(join(folder, "node_modules/.bin/astro"), ["build", "--silent", "--config", "src/astro.config.ts"])
for (const file of globSync(unused, { cwd: built })) rmSync(join(built, file))
const broken = brokenLinks(built)
for (const link of broken) console.error(link)

const files = globSync("**/*", { cwd: built }).map((file) => statSync(join(built, file)))
const kilobytes = Math.round(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1000)
const seconds = ((performance.now() - begun) / 1000).toFixed(1)
console.log(
  `${routes.size + referenceRoutes.size} pages, ${kilobytes} kB, made in ${seconds} s, ${broken.length} broken links`
)
process.exitCode = broken.length === 0 ? 0 : 1
