import { dirname, join } from "node:path"
import { API, type Project } from "typescript/unstable/sync"
import { repository } from "../Repository.ts"

/**
 * The compiler in a separate process that keeps the files it has read, and the files that exist only for the compiler.
 */
interface Compiler {
  readonly api: API
  readonly texts: Map<string, string>
  readonly folders: Set<string>
}

let compiler: Compiler | undefined
let projects = 0

const openCompiler = (): Compiler => {
  const [texts, folders] = [new Map<string, string>(), new Set<string>()]
  const api = new API({
    cwd: repository,
    fs: {
      readFile: (file) => texts.get(file),
      fileExists: (file) => (texts.has(file) ? true : undefined),
      directoryExists: (folder) => (folders.has(folder) ? true : undefined)
    }
  })
  return { api, texts, folders }
}

/** Ends the compiler if it runs. */
export const closeCompiler = (): void => {
  compiler?.api.close()
  compiler = undefined
}

/**
 * Opens files with the compiler and the repository's settings, and runs `use`. A file is one of the repository, or a
 * text that exists at that path only for the compiler. The compiler runs until {@link closeCompiler}.
 */
export const withTypes = <A>(files: ReadonlyMap<string, string | undefined>, use: (project: Project) => A): A => {
  compiler ??= openCompiler()
  const { api, folders, texts } = compiler
  const write = (file: string, text: string) => {
    texts.set(file, text)
    folders.add(dirname(file))
  }
  for (const [file, text] of files) if (text !== undefined) write(join(repository, file), text)
  const config = join(repository, `tools/docs/tsconfig.pages${projects++}.json`)
  write(
    config,
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, incremental: false, tsBuildInfoFile: null },
      include: [],
      files: Array.from(files.keys(), (file) => join(repository, file))
    })
  )
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error(`${config} cannot be opened`)
  const wrong = project.program.getConfigFileParsingDiagnostics()
  if (wrong.length > 0) throw new Error(wrong.map(({ text }) => text).join("\n"))
  return use(project)
}
