/** How a long list inside a JSON object is cut. */
export interface SliceOptions {
  /** The member of the object whose value is the list. */
  readonly member: string
  /** At most this many items in one slice. */
  readonly items: number
  /** A slice ends with the item that brings it to this many characters. */
  readonly characters: number
}

/**
 * Cuts a JSON object while its text arrives, so that a list of tens of thousands of items is never parsed in one go:
 * `rest` is the object with an empty list in the place of the long one, and each of `slices` is the text of a list that
 * holds some of its items, in order.
 *
 * It follows strings and brackets only. The whole is JSON exactly if all parts are, and then they mean the same. If the
 * list is given twice, the slices hold both and `repeated` is true.
 */
export class JsonSlicer {
  /** How many items the list has so far. */
  items = 0
  rest = ""
  readonly slices: Array<string> = []
  repeated = false

  private readonly options: SliceOptions
  private slice = ""
  private longestCut = 0
  private itemsInSlice = 0
  private depth = 0
  private begun = false
  private inList = false
  private inString = false
  private escaped = false
  /** The string last seen at the object's own level, quotes and all, while it may be the member's name. */
  private name = ""
  private inName = false
  /** Whether what comes next is the member's value. */
  private atValue = false

  constructor(options: SliceOptions) {
    this.options = options
  }

  /** How many characters the longest slice has, the one under way included. */
  get longest(): number {
    return Math.max(this.longestCut, this.slice.length)
  }

  push(text: string): void {
    let kept = 0
    /** Moves what was read up to here, and not yet moved, to where it belongs. */
    const keep = (until: number) => {
      const part = text.slice(kept, until)
      if (this.inList) this.slice += part
      else this.rest += part
      kept = until
    }
    /** Up to here a string is read character by character: it has an escape just before what may be its end. */
    let slowUntil = -1
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at)
      if (this.inString) {
        if (at > slowUntil && !this.inName && !this.escaped) {
          const end = text.indexOf('"', at)
          if (end === at || (end > at && text.charCodeAt(end - 1) !== backslash)) {
            this.inString = false
            at = end
            continue
          }
          slowUntil = end < 0 ? text.length : end
        }
        this.readString(char)
        continue
      }
      switch (char) {
        case space:
        case tab:
        case newline:
        case carriageReturn:
          continue
        case quote:
          this.inString = true
          this.inName = !this.inList && this.depth === 1
          this.name = '"'
          break
        case openBracket:
        case openBrace:
          this.depth++
          if (this.atValue && char === openBracket) {
            keep(at)
            kept++
            this.begin()
          }
          break
        case closeBracket:
        case closeBrace:
          this.depth--
          if (this.inList && this.depth === 1) {
            keep(at)
            kept++
            this.end(char === closeBracket ? "]" : "}")
          }
          break
        case comma:
          if (this.inList && this.depth === 2) {
            this.items++
            this.itemsInSlice++
            if (this.itemsInSlice >= this.options.items || this.slice.length + at - kept >= this.options.characters) {
              keep(at)
              kept++
              this.cut()
            }
          }
          break
      }
      this.atValue = char === colon && !this.inList && this.depth === 1 && this.isMember()
    }
    keep(text.length)
  }

  private readString(char: number): void {
    if (this.inName) {
      this.name += String.fromCharCode(char)
      // Every character of a name may be written as an escape of six.
      if (this.name.length > 6 * this.options.member.length + 2) this.inName = false
    }
    if (this.escaped) this.escaped = false
    else if (char === backslash) this.escaped = true
    else if (char === quote) this.inString = false
  }

  private isMember(): boolean {
    if (!this.inName) return false
    try {
      return JSON.parse(this.name) === this.options.member
    } catch {
      return false
    }
  }

  private begin(): void {
    this.repeated = this.begun
    this.begun = true
    this.inList = true
    this.slice = ""
    this.itemsInSlice = 0
  }

  /** Ends a slice at a comma, on whose both sides an item has to be. */
  private cut(): void {
    this.slices.push(blank.test(this.slice) ? notJson : `[${this.slice}]`)
    this.longestCut = this.longest
    this.slice = ""
    this.itemsInSlice = 0
  }

  private end(bracket: "]" | "}"): void {
    const isBlank = blank.test(this.slice)
    const afterComma = this.slices.length > 0 && this.itemsInSlice === 0
    if (isBlank && afterComma) this.slices.push(notJson)
    else if (!isBlank) {
      this.items++
      this.slices.push(`[${this.slice}]`)
    }
    this.longestCut = this.longest
    this.slice = ""
    this.inList = false
    // A list that a brace ends is no JSON, and then the rest is none either.
    this.rest += `[${bracket}`
  }
}

const blank = /^[ \t\n\r]*$/
const notJson = "[,]"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
const space = 0x20
const tab = 0x09
const newline = 0x0a
const carriageReturn = 0x0d
