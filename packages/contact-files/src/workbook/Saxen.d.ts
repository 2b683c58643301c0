/** Types for the used part of the XML parser `saxen`, which has none. */
export class Parser {
  on(event: "openTag", take: (name: string, attributes: () => Readonly<Record<string, string>>) => void): this
  on(event: "closeTag" | "text" | "cdata", take: (text: string) => void): this
  on(event: "error", take: (error: Error) => void): this
  write(text: string): this
  end(): Error | undefined
}
