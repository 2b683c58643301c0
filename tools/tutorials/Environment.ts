import { delimiter, dirname } from "node:path"

/**
 * Returns a newcomer's environment: no variables of Rollcall or of the npm that runs the tutorial, a home without
 * settings, and this Node first on the path.
 */
export const readersEnvironment = (home: string, npm: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:ROLLCALL_|npm_|NPM_|INIT_CWD|NODE_OPTIONS|NODE_ENV|FORCE_COLOR)/.test(name)
  )
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    NO_COLOR: "1",
    TERM: "dumb",
    PATH: [dirname(process.execPath), ...path].join(delimiter),
    ...npm
  }
}
