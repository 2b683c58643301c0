import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { repository, run } from "../Repository.ts"
import { longSubjects } from "../words/Subjects.ts"

/** The last commit before the limit was checked. */
const since = "22fd159307ef22ce4f6f895051ce26da8612272e"

describe("the subjects of commits", () => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-subjects-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  const git = (...options: ReadonlyArray<string>) =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...options], folder).trim()

  const commit = (subject: string) => {
    git(
      "commit",
      "--quiet",
      "--allow-empty",
      "--message",
      `${subject}\n\n${"The body may have long lines. ".repeat(9)}`
    )
    return git("rev-parse", "HEAD")
  }

  it("have at most 72 characters", () => {
    expect(longSubjects(repository, since)).toEqual([])
  })

  it("are reported when they have more, after the named commit", () => {
    git("init", "--quiet")
    const first = commit("x".repeat(73))
    commit("é".repeat(72))
    commit(`${"y".repeat(72)}z`)
    expect(longSubjects(folder, first)).toEqual([`${"y".repeat(72)}z`])
  })

  it("are not checked where the history does not have the named commit", () => {
    expect(longSubjects(folder, since)).toEqual([])
    expect(longSubjects(tmpdir(), since)).toEqual([])
  })
})
