import type { ButtonShape } from "./TemplateShape.ts"

/** A button that a request must name, with its value if the button takes a value. */
export interface ButtonLayout {
  /** The index among all buttons of the message, from 0. */
  readonly index: number
  /** The API's name of the button type. */
  readonly subType: "url" | "copy_code" | "flow" | "CATALOG"
  readonly value: ButtonValue | null
}

/** The rules for a button's value. */
export interface ButtonValue {
  readonly parameter: "text" | "coupon_code"
  readonly maxLength: number
  /** The part of the template's URL before the value; null if the value isn't part of a URL. */
  readonly prefix: string | null
}

/** The maximum lengths of a button's URL, a coupon code and a one-time code, in characters. */
const maxUrlLength = 2_000
const maxCouponLength = 20
const maxCodeLength = 15

/**
 * Returns a button's layout. Null for a button that requests don't name; undefined for a button type that broadcasts can't
 * send.
 */
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
    // A flow without data and a catalogue without a thumbnail take no parameters, but must be named.
    case "FLOW":
      return { index, subType: "flow", value: null }
    case "CATALOG":
      return { index, subType: "CATALOG", value: null }
    // A quick reply needs no payload: the platform returns its text as the payload.
    case "QUICK_REPLY":
    case "PHONE_NUMBER":
    case "VOICE_CALL":
      return null
    default:
      return undefined
  }
}
