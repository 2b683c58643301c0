import { byteLength } from "../file/Bytes.ts"
import type { TextLine } from "./TextLine.ts"

/**
 * Splits a JSON list into its items while it is being read. It tracks only strings and brackets; whether an item is valid
 * JSON is checked when it is parsed. Each item becomes one line: line ends outside of strings are removed.
 */
export class ListItems {
  private readonly maxLength: number
  private readonly refuse: (line: number, why: string) => never
  private state: "before" | "inside" | "after" = "before"
  private depth = 0
  private inString = false
  private isEscaped = false
  private item = ""
  private line = 1
  private itemLine = 1
  private isBegun = false
  private bytes = 0

  constructor(maxLength: number, refuse: ListItems["refuse"]) {
    this.maxLength = maxLength
    this.refuse = refuse
  }

  push(text: string): ReadonlyArray<TextLine> {
    const items: Array<TextLine> = []
    let from = 0
    const take = (to: number, next: number) => {
      this.item += text.slice(from, to)
      this.bytes += byteLength(text.slice(from, next))
      from = next
      if (this.item.length > this.maxLength) this.refuse(this.itemLine, "an item of the list is longer than 1 MiB")
    }
    const finish = () => {
      items.push({ text: this.item.trim(), line: this.itemLine, end: this.bytes })
      this.item = ""
      this.isBegun = false
    }
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at)
      if (char === newline) this.line++
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false
        else if (char === backslash) this.isEscaped = true
        else if (char === quote) this.inString = false
        continue
      }
      if (char === space || char === tab) continue
      if (char === newline || char === carriageReturn) {
        take(at, at + 1)
        continue
      }
      if (this.state === "before") {
        this.state = "inside"
        take(at, at + 1)
        this.item = ""
        continue
      }
      if (this.state === "after") return this.refuse(this.line, "the list has ended before")
      if (!this.isBegun) this.itemLine = this.line
      this.isBegun = true
      switch (char) {
        case quote:
          this.inString = true
          break
        case openBracket:
        case openBrace:
          this.depth++
          break
        case closeBracket:
        case closeBrace:
          this.depth--
          if (this.depth >= 0) break
          take(at, at + 1)
          this.state = "after"
          if (this.item.trim() !== "") finish()
          break
        case comma:
          if (this.depth > 0) break
          take(at, at + 1)
          finish()
      }
    }
    take(text.length, text.length)
    return items
  }

  end(): ReadonlyArray<TextLine> {
    return this.state === "after" ? [] : this.refuse(this.line, "the list has no end. The file may be cut off")
  }
}

const newline = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
