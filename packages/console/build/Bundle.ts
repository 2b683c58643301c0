import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { transform } from "lightningcss"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"

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
const shell = { html: join(sources, "index.html"), icon: join(sources, "icon.svg"), entry: join(sources, "main.tsx") }

const script = "text/javascript; charset=utf-8"

/** Bundles the page. Each view that is imported with `import()` is a file of its own, and all styles are one. */
export const buildPage = async (): Promise<BuiltPage> => {
  const styles = stylesInOrder()
  const bundle = await rolldown({
    input: shell.entry,
    platform: "browser",
    tsconfig: join(sources, "../tsconfig.json"),
    resolve: {
      conditionNames: ["rollcall-source", "browser", "import", "default"],
      // The parser's own build for browsers has all of Node's Buffer in it.
      alias: { "#csv": "csv-parse/sync" }
    },
    transform: {
      target: "es2023",
      // Calls with their children behind are shorter than those of the automatic runtime, which names them.
      jsx: { runtime: "classic", pragma: "createElement", pragmaFrag: "Fragment" },
      inject: {
        createElement: ["preact", "createElement"],
        Fragment: ["preact", "Fragment"],
        Buffer: [join(sources, "import/file/Buffer.ts"), "Buffer"]
      }
    },
    plugins: [styles.plugin],
    // How long the plugins take is no fault: on a busy machine it would fail an installation.
    checks: { bundlerTimings: false },
    onLog: (_level, { message }) => {
      throw new Error(message)
    }
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      minify: true,
      comments: false,
      // A file for each few parts would be asked for by itself: only what is large is not loaded with every view.
      codeSplitting: { groups: [{ name: "shared", test: /src\/(?!ui\/table\/V|contacts\/)/, minShareCount: 2 }] },
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/[name]-[hash].js"
    })
    const chunks = output.filter((file) => file.type === "chunk")
    const entry = chunks.find(({ isEntry }) => isEntry)
    if (entry === undefined) throw new Error("the page has no entry")
    const css = named("console", "css", "text/css; charset=utf-8", styles.text())
    const icon = named("icon", "svg", "image/svg+xml", readFileSync(shell.icon))
    const links = { "icon.svg": icon.path, "console.css": css.path, "main.js": entry.fileName }
    const loaded = [entry.fileName, ...imported(entry, chunks)]
    return {
      html: withPreloads(linked(readFileSync(shell.html, "utf8"), links), loaded.slice(1)),
      files: [
        ...chunks.map(({ code, fileName }) => ({ path: fileName, mediaType: script, content: Buffer.from(code) })),
        css,
        icon
      ],
      modules: [...Object.values(shell), ...styles.files(), ...chunks.flatMap(({ moduleIds }) => moduleIds)],
      first: [...loaded, css.path, icon.path],
      views: Object.fromEntries(
        chunks.flatMap((chunk) => {
          if (!chunk.isDynamicEntry) return []
          const paths = [chunk.fileName, ...imported(chunk, chunks)].filter((path) => !loaded.includes(path))
          return chunk.exports.flatMap((name) => (name.endsWith("View") ? [[viewOf(name), paths] as const] : []))
        })
      )
    }
  } finally {
    await bundle.close()
  }
}

const viewOf = (component: string): string => component.replace(/View$/, "").toLowerCase()

/** A file whose name has the beginning of the hash of its content. */
const named = (name: string, extension: string, mediaType: string, content: Uint8Array): BuiltFile => {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8)
  return { path: `assets/${name}-${hash}.${extension}`, mediaType, content }
}

/** The chunks that are loaded with a chunk. */
const imported = (chunk: OutputChunk, chunks: ReadonlyArray<OutputChunk>): ReadonlyArray<string> => [
  ...new Set(
    chunk.imports.flatMap((name) => {
      const next = chunks.find(({ fileName }) => fileName === name)
      return next === undefined ? [] : [name, ...imported(next, chunks)]
    })
  )
]

const linked = (html: string, links: Readonly<Record<string, string>>): string =>
  Object.entries(links).reduce(
    (text, [name, path]) => {
      if (!text.includes(`"${name}"`)) throw new Error(`the page has no link to ${name}`)
      return text.replace(`"${name}"`, `"${path}"`)
    },
    html.replaceAll(/\n\s*/g, "")
  )

const withPreloads = (html: string, paths: ReadonlyArray<string>): string =>
  html.replace("</head>", `${paths.map((path) => `<link rel="modulepreload" href="${path}" />`).join("")}</head>`)

/** Takes the style sheets that modules import, and joins them in the order of the imports: the lazy ones come last. */
const stylesInOrder = () => {
  const sheets = new Map<string, string>()
  let order: ReadonlyArray<string> = []
  const plugin: Plugin = {
    name: "styles",
    load: {
      filter: { id: /\.css$/ },
      handler: (id) => {
        sheets.set(id, readFileSync(id, "utf8"))
        return { code: "", moduleType: "js", moduleSideEffects: "no-treeshake" }
      }
    },
    buildEnd() {
      const found = new Set<string>()
      const visit = (ids: ReadonlyArray<string>): void => {
        const later: Array<string> = []
        const seen = new Set<string>()
        const walk = (id: string): void => {
          if (found.has(id) || seen.has(id)) return
          seen.add(id)
          const module = this.getModuleInfo(id)
          for (const next of module?.importedIds ?? []) walk(next)
          later.push(...(module?.dynamicallyImportedIds ?? []))
          found.add(id)
        }
        for (const id of ids) walk(id)
        if (later.length > 0) visit(later.filter((id) => !found.has(id)).toSorted())
      }
      visit([shell.entry])
      order = [...found].filter((id) => sheets.has(id))
    }
  }
  return {
    plugin,
    files: () => [...sheets.keys()],
    text: () => {
      const code = order.map((id) => sheets.get(id) ?? "").join("\n")
      return transform({ filename: "console.css", code: Buffer.from(code), minify: true }).code
    }
  }
}
