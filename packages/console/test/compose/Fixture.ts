import { type Draft, emptyDraft, type Value } from "../../src/compose/draft/Draft.ts"
import type { Template } from "../../src/compose/preview/Template.ts"

const part = { body_names: null, text: null }

export const plain: Template = {
  ...part,
  kind: "plain",
  name: "order",
  locale: "en",
  status: "approved",
  category: "utility",
  channel_type: "chatapp",
  account: null,
  header: "image",
  body: 2,
  buttons: 1,
  cards: null,
  problem: null,
  text: {
    header: null,
    body: "Hello {{1}}, *{{ 2 }}*",
    footer: "Reply STOP",
    buttons: [
      { label: "Call", value: "+4930" },
      { label: "Track", value: "https://shop.example/{{1}}" }
    ]
  }
}

export const carousel: Template = {
  ...part,
  kind: "carousel",
  name: "summer",
  locale: "ar",
  status: "approved",
  category: "marketing",
  channel_type: "chatapp",
  account: null,
  header: null,
  buttons: null,
  body: 1,
  body_names: ["who"],
  cards: [
    { ...part, header: "image", body: 1, buttons: 1 },
    { ...part, header: "image", body: 0, buttons: 0 }
  ],
  problem: null
}

export const text = (written: string): Value => ({
  source: "text",
  text: written,
  field: "",
  column: "",
  fallback: "",
  format: ""
})

export const field = (name: string, fallback = "", format: Value["format"] = ""): Value => ({
  source: "field",
  text: "",
  field: name,
  column: "",
  fallback,
  format
})

export const column = (at: number, fallback = ""): Value => ({
  source: "column",
  text: "",
  field: "",
  column: String(at),
  fallback,
  format: ""
})

export const draftOf = (members: Partial<Draft>): Draft => ({
  ...emptyDraft("Europe/Berlin"),
  key: "key-1",
  name: " Spring ",
  from: " 493090180 ",
  ...members
})

export const list = "0b0e6f3c-6a5e-4f7c-8b0e-2f1d3c4b5a69"
