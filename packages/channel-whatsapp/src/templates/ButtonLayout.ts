import type { ButtonShape } from "./TemplateShape.ts"

/** A button that a request must name, and its value, if it takes one. */
export interface ButtonLayout {
  /** The index among all buttons of the message, from 0. */
  readonly index: number
  /** The API's name of the button type. */
  readonly subType: "url" | "copy_code" | "flow" | "CATALOG"
  readonly value: ButtonValue | null
}

/** The value of a button. */
export interface ButtonValue {
  readonly parameter: "text" | "coupon_code"
  readonly maxLength: number
  /** The part of the template's URL before the value; null if the value isn't part of a URL. */
  readonly prefix: string | null
}

/** The longest URL of a button, coupon code and one-time code, in characters. */
const maxUrlLength = 2_000
const maxCouponLength = 20
const maxCodeLength = 15

/** Returns the layout of a button; null if requests don't name it, undefined if broadcasts can't supply its value. */
export const buttonLayout = ({ type, url = "" }: ButtonShape, index: number): ButtonLayout | null | undefined => {
  switch (type) {
    case "URL": {
      const at = url.search(/\{\{/)
      if (at === -1) return null
      const value = { parameter: "text", maxLength: maxUrlLength - at, prefix: url.slice(0, at) } as const
      return { index, subType: "url", value }
    }
    case "OTP":
      return { index, subType: "url", value: { parameter: "text", maxLength: maxCodeLength, prefix: null } }
    case "COPY_CODE": {
      const value = { parameter: "coupon_code", maxLength: maxCouponLength, prefix: null } as const
      return { index, subType: "copy_code", value }
    }
    // A flow without data and a catalogue without a thumbnail take nothing, and must be named.
    case "FLOW":
      return { index, subType: "flow", value: null }
    case "CATALOG":
      return { index, subType: "CATALOG", value: null }
    // The text of a quick reply comes back as its payload.
    case "QUICK_REPLY":
    case "PHONE_NUMBER":
    case "VOICE_CALL":
      return null
    default:
      return undefined
  }
}
