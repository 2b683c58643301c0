import { globSync } from "node:fs"
import { basename } from "node:path"
import { read, repository } from "../../Repository.ts"
import { pictureOf } from "../../walks/Picture.ts"
import type { WholeFile } from "./WholeFile.ts"

/** The pictures that tutorials end with: a page that shows `../pictures/<its name>.svg` has one. */
export const tutorialPictures = (): ReadonlyArray<WholeFile> =>
  globSync("docs/tutorials/*.md", { cwd: repository })
    .sort()
    .flatMap((page) => {
      const [text, name] = [read(page), `pictures/${basename(page, ".md")}.svg`]
      return text.includes(`](../${name})`) ? [{ file: `docs/${name}`, text: pictureOf(text) }] : []
    })
