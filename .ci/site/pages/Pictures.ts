import { read } from "../../Repository.ts"

/** What a picture says of its colours in the dark. */
const inTheDark = "@media (prefers-color-scheme: dark)"

/** A picture of a page as the site keeps it: one file, or one for each theme, since a reader may choose another than the system has. */
export const filesOf = (file: string): ReadonlyArray<{ readonly file: string; readonly text: string }> => {
  const text = read(file)
  return text.includes(inTheDark)
    ? [
        { file: named(file, "light"), text: text.replaceAll(inTheDark, "@media not all") },
        { file: named(file, "dark"), text: text.replaceAll(inTheDark, "@media all") }
      ]
    : [{ file, text }]
}

/** A picture in a box that scrolls where a phone would make its words too small. */
export const pictureOf = (file: string, alternative: string): string => {
  const alt = alternative
    .replaceAll(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
  const files = filesOf(file)
  const images = files.map((one, at) => {
    const { width, height } = sizeOf(one.text, one.file)
    const shown = files.length === 1 ? "" : ` class="when-${at === 0 ? "light" : "dark"}"`
    const address = `/${one.file.replace("docs/", "")}`
    return `<img${shown} src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
  })
  return `<span class="picture" tabindex="0">${images.join("")}</span>`
}

const named = (file: string, theme: string): string => file.replace(/\.svg$/, `.${theme}.svg`)

const sizeOf = (text: string, file: string): { readonly width: number; readonly height: number } => {
  const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(text) ?? []
  if (width === undefined || height === undefined) throw new Error(`${file} has no viewBox`)
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
