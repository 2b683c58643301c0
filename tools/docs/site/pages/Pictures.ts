import { readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../../../Repository.ts"

/** A picture in a box that scrolls where a phone would make its words too small. */
export const pictureOf = (file: string, alternative: string): string => {
  const alt = alternative
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
  // A file of PNG has its size at its beginning.
  const content = readFileSync(join(repository, file))
  const size = `width="${content.readUInt32BE(16)}" height="${content.readUInt32BE(20)}"`
  const image = `<img src="/${file.replace("docs/", "")}" alt="${alt}" ${size} loading="lazy">`
  return `<span class="picture" tabindex="0">${image}</span>`
}
