import { readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "../../../Repository.ts"

/** Returns a picture in a box that scrolls on screens where the picture's text would be too small. */
export const pictureOf = (file: string, alternative: string): string => {
  const alt = alternative
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
  // A PNG file has its size at the beginning.
  const content = readFileSync(join(repository, file))
  const size = `width="${content.readUInt32BE(16)}" height="${content.readUInt32BE(20)}"`
  const image = `<img src="/${file.replace("docs/", "")}" alt="${alt}" ${size} loading="lazy">`
  return `<span class="picture" tabindex="0">${image}</span>`
}
