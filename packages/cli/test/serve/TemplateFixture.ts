/** A template as a file of templates has it. */
export const plain = {
  kind: "plain",
  name: "hello",
  locale: "en",
  status: "approved",
  header: "image",
  body: 2,
  buttons: 1
} as const

/** A carousel, whose name is shown without its control characters. */
export const carousel = {
  kind: "carousel",
  name: "summer\u001b[31m\nsale",
  locale: "de",
  status: "pending",
  body: 1,
  cards: [{ header: "video", body: 3, buttons: 0 }]
} as const
