import UPNG from "upng-js"

/** A picture with at most 256 colours, in about a third of its bytes: of a page the difference is not seen. */
export const smallPng = (png: Buffer): Buffer => {
  const decoded = UPNG.decode(new Uint8Array(png).buffer)
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(decoded), decoded.width, decoded.height, 256))
}
