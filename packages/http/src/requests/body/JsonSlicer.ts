/** Options for cutting a long list inside a JSON object. */
export interface SliceOptions {
  /** The name of the list in the object. */
  readonly member: string
  /** The most items per slice. */
  readonly items: number
  /** The size of a slice, in characters: the item that reaches this size is the last of its slice. */
  readonly characters: number
}

/** Where the text received so far ends: outside the list, between the list's name and its value, or in the list. */
type State = "outside" | "beforeValue" | "inList"

/**
 * Cuts a JSON object into slices as its text arrives, so that a list of tens of thousands of items is never parsed at once.
 * `rest` is the object with an empty list instead of the long one. Each of `slices` is a JSON list of some items, in order.
 *
 * The slicer only tracks strings and brackets. The object is valid JSON if and only if `rest` and all slices are
 * valid JSON. If the list is given twice, the slices hold both and `repeated` is true.
 */
export class JsonSlicer {
  /** The number of items received so far. */
  items = 0
  rest = ""
  readonly slices: Array<string> = []

  private readonly options: SliceOptions
  private state: State = "outside"
  private depth = 0
  private inString = false
  /** Whether the next character of the open string is escaped. */
  private escaped = false
  /** The last string, without its opening quote; empty if it was not at the top level of the object. */
  private name = ""
  private lists = 0
  private slice = ""
  private itemsInSlice = 0
  private longestCut = 0

  constructor(options: SliceOptions) {
    this.options = options
  }

  get repeated(): boolean {
    return this.lists > 1
  }

  /** The length of the longest slice so far, in characters, including the open slice. */
  get longest(): number {
    return Math.max(this.longestCut, this.slice.length)
  }

  push(text: string): void {
    for (let at = 0; at < text.length;) at = this[this.state](text, at)
  }

  // Each state reads from an index, adds what it read to `rest` or the slice, and returns the index for the next state.

  private outside(text: string, from: number): number {
    for (let at = this.endOfOpenString(text, from); at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case quote:
          at = this.endOfString(text, at)
          break
        case openBracket:
        case openBrace:
          this.depth++
          break
        case closeBracket:
        case closeBrace:
          this.depth--
          break
        case colon:
          if (this.depth !== 1 || !this.isMember()) break
          this.state = "beforeValue"
          this.rest += text.slice(from, at + 1)
          return at + 1
      }
    }
    this.rest += text.slice(from)
    return text.length
  }

  private beforeValue(text: string, from: number): number {
    let at = from
    while (at < text.length && " \t\n\r".includes(text.charAt(at))) at++
    this.rest += text.slice(from, at)
    if (at === text.length) return at
    if (text.charCodeAt(at) !== openBracket) {
      this.state = "outside"
      return at
    }
    this.state = "inList"
    this.lists++
    this.depth++
    return at + 1
  }

  private inList(text: string, from: number): number {
    let kept = from
    for (let at = this.endOfOpenString(text, from); at < text.length; at++) {
      const char = text.charCodeAt(at)
      switch (char) {
        case quote:
          at = this.endOfString(text, at)
          break
        case openBracket:
        case openBrace:
          this.depth++
          break
        case closeBracket:
        case closeBrace:
          this.depth--
          if (this.depth > 1) break
          this.slice += text.slice(kept, at)
          this.endList(char === closeBracket ? "]" : "}")
          return at + 1
        case comma: {
          if (this.depth > 2) break
          this.items++
          this.itemsInSlice++
          const length = this.slice.length + at - kept
          if (this.itemsInSlice < this.options.items && length < this.options.characters) break
          this.slice += text.slice(kept, at)
          this.slices.push(listOf(this.takeSlice()))
          kept = at + 1
        }
      }
    }
    this.slice += text.slice(kept)
    return text.length
  }

  /**
   * Returns the last index of the string that starts at an index, or the last index of the text if the string is still
   * open.
   */
  private endOfString(text: string, at: number): number {
    this.name = ""
    this.inString = true
    return this.endOfOpenString(text, at + 1) - 1
  }

  /**
   * Returns the index after the open string, or `from` without one. Returns the length of the text if the string is still
   * open.
   */
  private endOfOpenString(text: string, from: number): number {
    if (!this.inString) return from
    let end = text.indexOf('"', from)
    while (end >= 0 && this.isEscaped(text, from, end)) end = text.indexOf('"', end + 1)
    this.inString = end < 0
    this.escaped = this.inString && this.isEscaped(text, from, text.length)
    const after = this.inString ? text.length : end + 1
    if (this.depth === 1) this.name += text.slice(from, after)
    return after
  }

  /** Whether the character at an index is escaped. `from` is where the string, or its part in this text, starts. */
  private isEscaped(text: string, from: number, at: number): boolean {
    let first = at
    while (first > from && text.charCodeAt(first - 1) === backslash) first--
    const isOdd = (at - first) % 2 === 1
    return first === from && this.escaped ? !isOdd : isOdd
  }

  private isMember(): boolean {
    // Each character of a name may be an escape sequence of six characters.
    if (this.name.length > 6 * this.options.member.length + 1) return false
    try {
      return JSON.parse(`"${this.name}`) === this.options.member
    } catch {
      return false
    }
  }

  private takeSlice(): string {
    const taken = this.slice
    this.longestCut = this.longest
    this.slice = ""
    this.itemsInSlice = 0
    return taken
  }

  private endList(bracket: "]" | "}"): void {
    const afterComma = this.slices.length > 0 && this.itemsInSlice === 0
    const last = this.takeSlice()
    const isBlank = blank.test(last)
    if (!isBlank) this.items++
    if (!isBlank || afterComma) this.slices.push(listOf(last))
    this.state = "outside"
    // A list that ends with a brace isn't JSON. Keeping the brace makes `rest` invalid too.
    this.rest += `[${bracket}`
  }
}

const blank = /^[ \t\n\r]*$/

/** Makes a JSON list of items. Without an item, the list ended or began with a comma, so the result is invalid JSON. */
const listOf = (items: string) => (blank.test(items) ? "[,]" : `[${items}]`)

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
