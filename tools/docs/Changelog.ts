import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { packages, read, repository } from "../Repository.ts"

/** The headings of a release, in their order, by the kind of its changesets. */
const kinds = { major: "Breaking", minor: "New", patch: "Mended" } as const

type Kind = keyof typeof kinds

const isKind = (text: string): text is Kind => text in kinds

interface Change {
  readonly kind: Kind
  readonly text: string
}

/** What a changeset says, with the greatest kind that it gives a package. */
export const changeOf = (changeset: string): Change => {
  const [, heading = "", text = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(changeset) ?? []
  const named = Array.from(heading.matchAll(/: (\w+)$/gm), ([, kind = ""]) => kind).filter(isKind)
  const kind = (["major", "minor", "patch"] as const).find((one) => named.includes(one))
  if (kind === undefined || text.trim() === "") throw new Error(`no changeset:\n${changeset}`)
  return { kind, text: text.trim() }
}

const headings: Readonly<Record<string, Kind>> = {
  "Major Changes": "major",
  "Minor Changes": "minor",
  "Patch Changes": "patch"
}

/** The changes of each version, as the changelog of one package has them. What was only raised with others is left out. */
export const releasesOf = (changelog: string): ReadonlyMap<string, ReadonlyArray<Change>> =>
  new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [version = "", ...kindsOfChanges] = part.split(/\n### /)
        const changes = kindsOfChanges.flatMap((section) => {
          const [heading = "", ...lines] = section.split("\n")
          const kind = headings[heading.trim()]
          if (kind === undefined) return []
          return lines
            .join("\n")
            .split(/^- (?:[0-9a-f]{7,}: )?/m)
            .slice(1)
            .map((text) => ({ kind, text: text.trim().replaceAll(/\n {2}/g, "\n") }))
            .filter(({ text }) => !text.startsWith("Updated dependencies"))
        })
        return [version.trim(), changes] as const
      })
  )

const sections = (changes: ReadonlyArray<Change>): ReadonlyArray<string> =>
  Object.entries(kinds).flatMap(([kind, heading]) => {
    const texts = [...new Set(changes.filter((change) => change.kind === kind).map(({ text }) => text))].toSorted()
    return texts.length === 0
      ? []
      : [`### ${heading}`, texts.map((text) => `- ${text.replaceAll("\n", "\n  ")}`).join("\n")]
  })

/**
 * The changes of all packages, by version, the newest first: those that no release has come from the changesets, and the
 * others from the changelogs of the packages, which `changeset version` writes.
 */
export const changelog = (): string => {
  const unreleased = globSync(".changeset/*.md", { cwd: repository })
    .filter((file) => !file.endsWith("README.md"))
    .map((file) => changeOf(read(file)))
  const releases = new Map<string, Array<Change>>()
  for (const folder of packages) {
    const file = `packages/${folder}/CHANGELOG.md`
    if (!existsSync(join(repository, file))) continue
    for (const [version, changes] of releasesOf(read(file))) {
      releases.set(version, [...(releases.get(version) ?? []), ...changes])
    }
  }
  return [
    ...(unreleased.length === 0 ? [] : ["## Not yet released", ...sections(unreleased)]),
    ...[...releases]
      .toSorted(([a], [b]) => b.localeCompare(a, "en", { numeric: true }))
      .flatMap(([version, changes]) => [`## ${version}`, ...sections(changes)])
  ].join("\n\n")
}
