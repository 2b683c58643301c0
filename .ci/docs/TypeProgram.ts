import { dirname, join } from "node:path"
import { API, type Project } from "typescript/unstable/sync"
import { repository } from "../Repository.ts"

/**
 * Opens files with the compiler's settings of the repository, runs `use` and closes the compiler. A file is one of the
 * repository, or a text that stands at that path for the compiler alone.
 */
export const withTypes = <A>(files: ReadonlyMap<string, string | undefined>, use: (project: Project) => A): A => {
  const config = join(repository, ".ci/docs/tsconfig.pages.json")
  const texts = new Map<string, string>()
  for (const [file, text] of files) if (text !== undefined) texts.set(join(repository, file), text)
  texts.set(
    config,
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, incremental: false, tsBuildInfoFile: null },
      include: [],
      files: Array.from(files.keys(), (file) => join(repository, file))
    })
  )
  const folders = new Set(Array.from(texts.keys(), dirname))
  const api = new API({
    cwd: repository,
    fs: {
      readFile: (file) => texts.get(file),
      fileExists: (file) => (texts.has(file) ? true : undefined),
      directoryExists: (folder) => (folders.has(folder) ? true : undefined)
    }
  })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} cannot be opened`)
    const wrong = project.program.getConfigFileParsingDiagnostics()
    if (wrong.length > 0) throw new Error(wrong.map(({ text }) => text).join("\n"))
    return use(project)
  } finally {
    api.close()
  }
}
