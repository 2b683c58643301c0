import { createHash } from "node:crypto"

/** A bar of a chart, with the value that stands beside it, if there is one. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly beside: number | null
}

/** A horizontal bar chart whose axis begins at zero. `limit` is a line through all bars. */
export interface Chart {
  readonly title: string
  readonly unit: string
  /** What the bars and the values beside them are. */
  readonly series: readonly [value: string, beside: string]
  readonly bars: ReadonlyArray<Bar>
  readonly limit: number | null
  /** Whether each step of the axis is ten times the step before it, for values far apart. */
  readonly logarithmic: boolean
}

/** A picture of the documentation, as what draws it takes it: a graph in the language of Graphviz, or a chart. */
export type Picture = { readonly name: string } & ({ readonly graph: string } | { readonly chart: Chart })

/** The file of a picture in the repository. */
export const fileOf = ({ name }: Picture): string => `docs/pictures/${name}.svg`

/** The line of a drawn picture that names what it was drawn from. It changes with the source, and with nothing else. */
export const markOf = (picture: Picture): string =>
  `<!-- drawn from ${createHash("sha256").update(JSON.stringify(picture)).digest("hex").slice(0, 16)} -->`

/** A text in quotes of Graphviz. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`

/** A graph whose nodes are boxes, in the direction that `layout` says. */
export const graphOf = (layout: string, statements: ReadonlyArray<string>): string =>
  [
    "digraph {",
    `graph [${layout}, nodesep=0.35, ranksep=0.5, pad=0.25, bgcolor="transparent"]`,
    'node [shape=box, style="rounded,filled", fontname="Arial", fontsize=14.5, margin="0.14,0.08", height=0.3]',
    'edge [fontname="Arial", fontsize=12, arrowsize=0.7]',
    ...statements,
    "}"
  ].join("\n")
