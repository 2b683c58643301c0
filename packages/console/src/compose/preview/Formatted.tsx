import { formatText, type Inline, readPlaces } from "./Formatting.ts"

/** A string as the messenger shows it. HTML is shown as plain text. */
export const Formatted = ({ written }: { readonly written: string }) => (
  <div class="phone-text">
    {formatText(written).map((block, at) => {
      const lines = block.lines.map((line, index) => <Line key={index} line={line} as={block.kind} />)
      if (block.kind === "text") return lines
      const Element = blockElements[block.kind]
      return (
        <Element key={at} dir="auto" {...("from" in block ? { start: block.from } : {})}>
          {lines}
        </Element>
      )
    })}
  </div>
)

/** A string that the messenger doesn't format, such as a URL. */
export const Plain = ({ written }: { readonly written: string }) => (
  <>
    {readPlaces(written).map((piece, at) => (
      <Piece key={at} piece={piece} />
    ))}
  </>
)

const Line = ({ as, line }: { readonly as: string; readonly line: ReadonlyArray<Inline> }) => {
  const content = line.length === 0 ? <br /> : line.map((piece, at) => <Piece key={at} piece={piece} />)
  return as === "bullets" || as === "numbers" ? <li>{content}</li> : <p dir="auto">{content}</p>
}

const blockElements = { bullets: "ul", numbers: "ol", quote: "blockquote" } as const
const elements = { bold: "strong", italic: "em", strike: "s", code: "code" } as const

const Piece = ({ piece }: { readonly piece: Inline }) => {
  if (typeof piece === "string") return <>{piece}</>
  if ("place" in piece) {
    return (
      <span class="phone-place" title="Value not known yet">
        {piece.place}
      </span>
    )
  }
  const Element = elements[piece.mark]
  return (
    <Element>
      {piece.children.map((child, at) => (
        <Piece key={at} piece={child} />
      ))}
    </Element>
  )
}
