import { readFileSync } from "node:fs"
import { join } from "node:path"
import { read, repository } from "../../Repository.ts"

/** A file that a page shows or links to, as the site has it. */
interface PictureFile {
  readonly file: string
  readonly content: string | Buffer
}

/** What a picture says of its colours in the dark. */
const inTheDark = "@media (prefers-color-scheme: dark)"

/** A picture of a page as the site keeps it: one file, or one for each theme, since a reader may choose another than the system has. */
export const filesOf = (file: string): ReadonlyArray<PictureFile> => {
  if (file.endsWith(".png")) return [{ file, content: readFileSync(join(repository, file)) }]
  const text = read(file)
  return text.includes(inTheDark)
    ? [
        { file: named(file, "light"), content: text.replaceAll(inTheDark, "@media not all") },
        { file: named(file, "dark"), content: text.replaceAll(inTheDark, "@media all") }
      ]
    : [{ file, content: text }]
}

/** The file that shows a picture where a reader has no theme. */
export const fileOfPicture = (file: string): string => filesOf(file)[0]?.file ?? file

/** A picture in a box that scrolls where a phone would make its words too small. */
export const pictureOf = (file: string, alternative: string): string => {
  const alt = alternative
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
  const files = filesOf(file)
  const images = files.map((one, at) => {
    const { height, width } = sizeOf(one)
    const shown = files.length === 1 ? "" : ` class="when-${at === 0 ? "light" : "dark"}"`
    const address = `/${one.file.replace("docs/", "")}`
    return `<img${shown} src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
  })
  return `<span class="picture" tabindex="0">${images.join("")}</span>`
}

const named = (file: string, theme: string): string => file.replace(/\.svg$/, `.${theme}.svg`)

/** The size of a picture: a drawing says it, and that of pixels has it at its beginning. */
const sizeOf = ({ content, file }: PictureFile): { readonly width: number; readonly height: number } => {
  if (typeof content !== "string") return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) }
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(content) ?? []
  if (width === undefined || height === undefined) throw new Error(`${file} has no viewBox`)
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
