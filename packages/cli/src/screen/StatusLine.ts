import { cut, sizeOf } from "./Text.ts"

type Callback = (error?: Error | null) => void

const clearLine = "\r\u001b[K"

/**
 * The last line of the terminal, redrawn after each change. All other output of this process, even log lines and warnings
 * of Node, appears above it: the line is cleared before each write and redrawn after it.
 */
export class StatusLine {
  private text = ""
  private ended = false
  /** Whether the last write ended in the middle of a line. Nothing may be drawn then. */
  private isOpen = false
  private readonly draw: (text: string) => void
  private readonly restore: () => void

  constructor() {
    const { stderr, stdout } = process
    const write = stderr.write.bind(stderr)
    this.draw = (text) => write(text)
    const restores = [this.intercept(stdout), this.intercept(stderr)]
    this.restore = () => {
      for (const restore of restores) restore()
    }
  }

  /** Shows a string, cut to one line. */
  show(text: string): void {
    if (this.ended) return
    this.text = text
    this.redraw()
  }

  /** Keeps the line as it is. Later output appears below it. */
  end(): void {
    if (this.ended) return
    this.ended = true
    this.restore()
    if (this.text !== "" && !this.isOpen) this.draw("\n")
  }

  private redraw(): void {
    // Some terminals would wrap a line of the full width.
    if (this.text !== "" && !this.isOpen) this.draw(clearLine + cut(this.text, sizeOf(process.stderr.columns) - 1))
  }

  private intercept(stream: NodeJS.WriteStream): () => void {
    const write = stream.write.bind(stream)
    stream.write = (chunk: string | Uint8Array, encoding?: BufferEncoding | Callback, callback?: Callback): boolean => {
      if (this.text !== "" && !this.isOpen) this.draw(clearLine)
      const written = typeof encoding === "function" ? write(chunk, encoding) : write(chunk, encoding, callback)
      if (chunk.length > 0) this.isOpen = !endsLine(chunk)
      this.redraw()
      return written
    }
    return () => {
      stream.write = write
    }
  }
}

const endsLine = (chunk: string | Uint8Array): boolean =>
  typeof chunk === "string" ? chunk.endsWith("\n") : chunk[chunk.length - 1] === 0x0a
