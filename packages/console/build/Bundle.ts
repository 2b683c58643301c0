import { join } from "node:path"
import { build, createLogger, type InlineConfig, type Rolldown } from "vite"

/** A file that the page loads, as its server sends it. */
export interface BuiltFile {
  readonly path: string
  readonly mediaType: string
  readonly content: Uint8Array
}

/** The page and its files, and the modules that they were made of. */
export interface BuiltPage {
  readonly html: string
  readonly files: ReadonlyArray<BuiltFile>
  readonly modules: ReadonlyArray<string>
  /** The paths of what is loaded with the page: the other files are loaded by views. */
  readonly first: ReadonlyArray<string>
  /** The paths of what each view loads, by its name: `contacts` of `ContactsView`. */
  readonly views: Readonly<Record<string, ReadonlyArray<string>>>
}

const sources = join(import.meta.dirname, "../src")

/** A page with a fault that Vite only warns of is not built. */
const refuse = (warning: string): never => {
  throw new Error(warning)
}

/** What the page is built with. The sources that it is made of are added to a list. */
const configWith = (own: Array<string>): InlineConfig => ({
  root: sources,
  // Links are relative: the page is served below any path.
  base: "./",
  configFile: false,
  envDir: false,
  logLevel: "silent",
  customLogger: { ...createLogger("silent"), warn: refuse, warnOnce: refuse },
  resolve: {
    conditions: ["rollcall-source", "browser", "import", "default"],
    // The parser's own build for browsers has all of Node's Buffer in it.
    alias: { "#csv": "csv-parse/sync" }
  },
  // Tests build it too, and are no other page for that.
  define: { "process.env.NODE_ENV": '"production"' },
  // Calls with their children behind are shorter than those of the automatic runtime, which names them.
  oxc: { jsx: { runtime: "classic", pragma: "createElement", pragmaFrag: "Fragment", development: false } },
  plugins: [
    {
      // The server names the files of a view in the page, so that no script has to do it.
      name: "plain-imports",
      enforce: "pre",
      load: {
        filter: { id: /vite\/preload-helper/ },
        handler: () => "export const __vitePreload = (load) => load()"
      },
      buildEnd() {
        own.push(...Array.from(this.getModuleIds()).filter((id) => !id.includes("/node_modules/")))
      }
    }
  ],
  build: {
    write: false,
    target: "es2023",
    cssTarget: "esnext",
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : [])
    },
    rolldownOptions: {
      // How long the plugins take is no fault: on a busy machine it would fail an installation.
      checks: { bundlerTimings: false },
      transform: {
        inject: {
          createElement: ["preact", "createElement"],
          Fragment: ["preact", "Fragment"],
          Buffer: [join(sources, "import/file/Buffer.ts"), "Buffer"]
        }
      },
      output: {
        comments: false,
        // What three views share is loaded with every view. What only two share would make the first load larger.
        codeSplitting: { groups: [{ name: "shared", test: /src\/(?!ui\/table\/V|contacts\/)/, minShareCount: 3 }] }
      }
    }
  }
})

const mediaTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml"
}

/** Builds the page. Each view that is imported with `import()` is a file of its own, and all styles are one. */
export const buildPage = async (): Promise<BuiltPage> => {
  const own: Array<string> = []
  const built = await build(configWith(own))
  if (!("output" in built)) throw new Error("the page is built more than once, or not at all")
  const chunks = built.output.filter((file) => file.type === "chunk")
  const all = built.output.map((file): BuiltFile => ({
    path: file.fileName,
    mediaType: mediaTypes[file.fileName.replace(/.*\./, "")] ?? "text/html",
    content: Buffer.from(file.type === "chunk" ? file.code : file.source)
  }))
  const page = all.find(({ path }) => path === "index.html")
  if (page === undefined) throw new Error("there is no page")
  const html = Buffer.from(page.content)
    .toString()
    .replaceAll(/\n\s*| crossorigin|(?<=")\.\/(?=assets)/g, "")
  const first = Array.from(html.matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g), ([, path = ""]) => path)
  const missing = first.filter((link) => !all.some(({ path }) => path === link))
  if (missing.length > 0) throw new Error(`the page has links to ${missing.join(", ")}`)
  return {
    html,
    files: all.filter((file) => file !== page),
    modules: [...new Set([...own, ...chunks.flatMap(({ moduleIds }) => moduleIds)])],
    first,
    views: Object.fromEntries(
      chunks.flatMap((chunk) => {
        const paths = [chunk.fileName, ...imported(chunk, chunks)].filter((path) => !first.includes(path))
        return chunk.exports.flatMap((name) => (name.endsWith("View") ? [[viewOf(name), paths] as const] : []))
      })
    )
  }
}

const viewOf = (component: string): string => component.replace(/View$/, "").toLowerCase()

/** The chunks that are loaded with a chunk. */
const imported = (chunk: Rolldown.OutputChunk, chunks: ReadonlyArray<Rolldown.OutputChunk>): ReadonlyArray<string> => [
  ...new Set(
    chunk.imports.flatMap((name) => {
      const next = chunks.find(({ fileName }) => fileName === name)
      return next === undefined ? [] : [name, ...imported(next, chunks)]
    })
  )
]
