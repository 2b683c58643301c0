import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { Schema } from "effect"
import { type InputOptions, type OutputOptions, type Plugin, rolldown } from "rolldown"
import { refresh } from "../../../packages/console/build/Refresh.ts"
import { repository } from "../../Repository.ts"

/** The name of the single file with the whole program: the server and the command line. */
export const programFile = "rollcall.mjs"

const folder = join(repository, "packages/cli/src")

/**
 * The packages' folders for the executable. Both executables are called `rollcall`. `npx rollcall` runs the one in the
 * package with this name, which is the library.
 */
export const executables = ["cli", "rollcall"].map((name) => join(repository, "packages", name, "dist"))

/** The program's maximum size in bytes. */
const mostBytes = 4_350_000

/** Sources are bundled directly. Hosts that use `pg-native` import it by name. */
const input: InputOptions = {
  platform: "node",
  resolve: { conditionNames: ["rollcall-source", "node", "import", "default"] }
}

/** Names are kept, so that error stacks are readable. */
const output: OutputOptions = {
  format: "esm",
  codeSplitting: false,
  comments: false,
  minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } }
}

const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  license: Schema.optionalKey(Schema.String)
})
const decodeManifest = Schema.decodeSync(Schema.fromJsonString(Manifest))
const manifestIn = (folder: string) => decodeManifest(readFileSync(join(folder, "package.json"), "utf8"))

/** Bundles a module with all its imports. */
export const bundle = async (file: string, plugins: ReadonlyArray<Plugin> = [], others: OutputOptions = {}) => {
  const bundled = await rolldown({ ...input, input: file, plugins: [...plugins] })
  try {
    const [chunk, ...further] = (await bundled.generate({ ...output, ...others })).output
    if (further.length > 0) throw new Error(`${file}: unexpected ${further.map(({ fileName }) => fileName).join(", ")}`)
    return chunk
  } finally {
    await bundled.close()
  }
}

/**
 * Includes a thread's code as a URL, because a thread otherwise starts from a file next to the module that starts it.
 */
const threads: Plugin = {
  name: "threads-inside",
  transform: {
    filter: { id: /\.ts$/, code: /Worker\$\{extname/ },
    handler: async (code, id) => {
      const [expression, file] =
        /new URL\(`\.\/(\w+Worker)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/.exec(code) ?? []
      if (expression === undefined) throw new Error(`${id}: a thread that is started in another way`)
      const worker = await bundle(join(dirname(id), `${file}.ts`))
      return code.replace(
        expression,
        () => `new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(worker.code)}`)})`
      )
    }
  }
}

/** Includes a package's version, because the single file has no package.json. */
const manifests: Plugin = {
  name: "manifests-inside",
  transform: {
    filter: { id: /\.ts$/, code: /package\.json/ },
    handler: (code, id) =>
      code.replace(
        /readFileSync\(new URL\("([./]+package\.json)", import\.meta\.url\), "utf8"\)/g,
        (_, path: string) => {
          const { version } = manifestIn(dirname(join(dirname(id), path)))
          return JSON.stringify(JSON.stringify({ version }))
        }
      )
  }
}

const pageModule = /\/effect\/dist\/http-api\/internal\/httpApiSwagger\.js$/

const decodeTexts = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))

/** Compresses the API's page, which is two megabytes of text, to a quarter. It is unpacked when it is first opened. */
const page: Plugin = {
  name: "page-compressed",
  transform: {
    filter: { id: pageModule },
    handler: async (_, id) => {
      const texts = decodeTexts(await import(id))
      const lines = Object.entries(texts).map(([name, text]) => {
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } }
        const packed = brotliCompressSync(text, options).toString("base64")
        return `export const ${name} = brotliDecompressSync(Buffer.from("${packed}", "base64")).toString()`
      })
      return [`import { brotliDecompressSync } from "node:zlib"`, ...lines].join("\n")
    }
  }
}

/** Leaves out a host's driver, which is not part of Rollcall and stays where it is installed. */
const driverOutside: Plugin = {
  name: "driver-outside",
  resolveId: (id) => (id === "pg" ? { id: import.meta.resolve(id), external: true } : null)
}

/** Leaves the API's page where it is installed, because each start would read its two megabytes. */
const pageOutside: Plugin = {
  name: "page-outside",
  load: {
    filter: { id: pageModule },
    handler: async (id) => {
      const names = Object.keys(decodeTexts(await import(id))).join(", ")
      const file = JSON.stringify(id)
      return `import { createRequire } from "node:module"\nexport const { ${names} } = createRequire(${file})(${file})`
    }
  }
}

/** Bundles a module like the program, without the slow steps. */
export const bundleQuickly = async (file: string): Promise<string> =>
  (await bundle(file, [driverOutside, threads, manifests, pageOutside], { minify: false })).code

const loadsProgram = `await import("./Program.ts")`

/** The line after which each line belongs to the program, as a comment. */
const beginning = "//program"

/**
 * Returns the module that runs first. It turns on Node's compile cache before it loads the program, because the cache
 * stores whole modules and does not include the module that turns it on. Therefore the program is in comments of this
 * module, which cost almost nothing to read, and is loaded as a module with the same line numbers. As ASCII only, Node
 * stores its text in half the memory.
 */
const firstModule = (main: string, program: string): string => {
  if (!main.includes(loadsProgram)) throw new Error(`${folder}: the program is loaded in another way`)
  if (/[\r\u2028\u2029]/.test(program)) throw new Error(`${programFile}: a line ends without a line feed`)
  const ascii = program.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  const loaded = `const { readFileSync } = await import("node:fs")
const program = import.meta.url + "?program"
const hooks = module.registerHooks({
  resolve: (name, context, next) =>
    name === program ? { url: name, format: "module", shortCircuit: true } : next(name, context),
  load: (url, context, next) => {
    if (url !== program) return next(url, context)
    hooks.deregister()
    const text = readFileSync(new URL(import.meta.url), "latin1")
    const first = text.indexOf("\\n${beginning}\\n") + ${beginning.length + 1}
    const source = "\\n".repeat(text.slice(0, first).split("\\n").length - 1) + text.slice(first).replaceAll("\\n//", "\\n")
    return { format: "module", source, shortCircuit: true }
  }
})
await import(program)`
  const lines = ascii.trimEnd().split("\n")
  return `${[main.trimEnd().replace(loadsProgram, () => loaded), beginning, ...lines.map((line) => `//${line}`)].join("\n")}\n`
}

/** Returns the licences of the included packages. */
export const licencesOf = (modules: ReadonlyArray<string>): string => {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace(/^\0/, ""))?.[0] ?? [])
  )
  return Array.from(folders)
    .sort()
    .map((folder) => {
      const { license, name, version } = manifestIn(folder)
      const file = globSync("{LICEN[CS]E,licen[cs]e}*", { cwd: folder }).sort()[0]
      const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
      return `${name} ${version} (${license})\n\n${text}`
    })
    .join(`\n\n${"-".repeat(80)}\n\n`)
}

/**
 * Writes the program into folders, by default those of its packages, with the licences of its contents, and returns its
 * size. The program needs only Node.
 */
export const bundleProgram = async (folders: ReadonlyArray<string> = executables): Promise<number> => {
  // The program contains the console's built page.
  const others = (await refresh()).modules.map((module) => join(repository, module))
  const { code: program, moduleIds } = await bundle(join(folder, "Program.ts"), [threads, manifests, page])
  const left = program.match(/import\.meta\.(?:dirname|filename|resolve)|new URL\([^)]*import\.meta\.url/g)
  if (left !== null) throw new Error(`${programFile} looks for a file beside it: ${left.join(", ")}`)
  const code = firstModule(readFileSync(join(folder, "main.js"), "utf8"), program)
  const bytes = Buffer.byteLength(code)
  if (bytes > mostBytes) throw new Error(`${programFile} has ${bytes} bytes, and at most ${mostBytes} are wanted`)
  for (const folder of folders) {
    writeFileSync(join(folder, programFile), code, { mode: 0o755 })
    writeFileSync(join(folder, `${programFile}.LICENSES.txt`), licencesOf([...moduleIds, ...others]))
  }
  return bytes
}
