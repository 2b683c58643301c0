import { type ShellStep, stepsOf } from "./Page.ts"

/** The width of a character, and the height of a line, of the font in a picture. */
const [width, height] = [8.4, 20]
const margin = 20
const bar = 34

/** Dark whatever the page around it is, with a border that is seen on light and on dark. */
const colours = {
  window: "#161b22",
  border: "#7d8590",
  text: "#e6edf3",
  prompt: "#7ee787",
  good: "#7ee787",
  dim: "#9198a1"
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

interface Line {
  readonly text: string
  readonly colour: string
  readonly prompt: boolean
}

const colourOf = (text: string): string =>
  /^\s*[✔✓]/.test(text) ? colours.good : text.startsWith("ℹ") ? colours.dim : colours.text

const linesOf = ({ output, text }: ShellStep): ReadonlyArray<Line> => [
  ...text
    .trimEnd()
    .split("\n")
    .map((text) => ({ text, colour: colours.text, prompt: true })),
  ...(output?.text ?? "")
    .trimEnd()
    .split("\n")
    .filter((text) => !/^\s*(?:\.\.\.|…)\s*$/.test(text))
    .map((text) => ({ text, colour: colourOf(text), prompt: false }))
]

const textAt = (x: number, y: number, colour: string, text: string): string =>
  `<text x="${x}" y="${y}" fill="${colour}">${escape(text)}</text>`

/**
 * A picture of the end of a page: a terminal with the last two blocks of `sh` that print something, and with what the page says that
 * they print, which its walk has compared.
 */
export const pictureOf = (page: string): string => {
  const shown = stepsOf(page)
    .flatMap((step) => (step.kind === "shell" && step.output !== undefined ? [step] : []))
    .slice(-2)
  const lines = shown.flatMap((step, index) => [
    ...(index === 0 ? [] : [{ text: "", colour: colours.text, prompt: false }]),
    ...linesOf(step)
  ])
  const columns = Math.max(...lines.map(({ prompt, text }) => text.length + (prompt ? 2 : 0)))
  const [w, h] = [Math.ceil(columns * width + 2 * margin), bar + lines.length * height + margin]
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (colour, index) => `<circle cx="${margin + index * 18}" cy="17" r="6" fill="${colour}"/>`
  )
  const texts = lines.flatMap(({ colour, prompt, text }, index) => {
    const y = bar + index * height + 15
    if (text === "") return []
    return prompt
      ? [textAt(margin, y, colours.prompt, "$"), textAt(Math.round(margin + 2 * width), y, colour, text)]
      : [textAt(margin, y, colour, text)]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img">`,
    `<title>What a terminal shows at the end</title>`,
    `<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }</style>`,
    `<rect x="0.5" y="0.5" width="${w - 1}" height="${h - 1}" rx="8" fill="${colours.window}" stroke="${colours.border}"/>`,
    ...dots,
    ...texts,
    "</svg>",
    ""
  ].join("\n")
}
