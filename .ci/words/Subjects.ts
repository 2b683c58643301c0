import { spawnSync } from "node:child_process"

/** The most characters in the first line of a commit. */
const maxLength = 72

/**
 * The first lines that are too long, of the commits after `since`. There are none to be seen where the history does not
 * go back that far, as in a shallow clone or an archive.
 */
export const longSubjects = (folder: string, since: string): ReadonlyArray<string> => {
  const log = spawnSync("git", ["log", "--format=%s", `${since}..HEAD`], { cwd: folder, encoding: "utf8" })
  return log.status === 0 ? log.stdout.split("\n").filter((subject) => [...subject].length > maxLength) : []
}
