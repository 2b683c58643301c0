/** The service of core that has the methods of an area. */
const services: { readonly [area: string]: readonly [door: string, service: string] } = {
  contacts: ["contacts", "Contacts"],
  customFields: ["custom-fields", "CustomFields"],
  contactValues: ["contacts", "ContactValues"],
  imports: ["imports", "ContactImports"],
  lists: ["lists", "ContactLists"],
  segments: ["segments", "Segments"],
  notes: ["notes", "Notes"],
  optOuts: ["opt-outs", "OptOuts"],
  messages: ["messages", "ReceivedMessages"],
  broadcasts: ["broadcasts", "Broadcasts"],
  deliveries: ["delivery", "Deliveries"],
  templates: ["templates", "Templates"],
  events: ["events", "Events"],
  webhooks: ["webhooks", "Webhooks"],
  settings: ["workspaces", "Settings"],
  accessTokens: ["access", "AccessTokens"]
}

/** The name of the service of core that has the methods of an area. */
export const serviceOf = (area: string): string => services[area]?.[1] ?? ""

/** The methods that are those of another service, or have another name. */
const elsewhere: { readonly [method: string]: readonly [door: string, service: string, method: string] } = {
  "contacts.erase": ["erasure", "ContactErasure", "erase"],
  "contacts.duplicates": ["merges", "ContactMerges", "duplicates"],
  "contacts.merge": ["merges", "ContactMerges", "merge"],
  "contacts.undoMerge": ["merges", "ContactMerges", "undoMerge"],
  "contacts.timeline": ["timeline", "Timeline", "read"],
  "lists.addSearch": ["contact-jobs", "SearchAdditions", "addSearch"],
  "lists.addition": ["contact-jobs", "SearchAdditions", "addition"],
  "optOuts.startJob": ["contact-jobs", "OptOutJobs", "startJob"],
  "optOuts.job": ["contact-jobs", "OptOutJobs", "job"],
  // The types of these two have a parameter, for the errors of a stream of recipients; they fail as this one does.
  "broadcasts.create": ["broadcasts", "Broadcasts", "estimate"],
  "broadcasts.validate": ["broadcasts", "Broadcasts", "estimate"],
  "broadcasts.get": ["delivery", "Deliveries", "details"],
  "broadcasts.applyOptOuts": ["delivery", "HeldOptOuts", "applyOptOuts"],
  "broadcasts.dismissOptOuts": ["delivery", "HeldOptOuts", "dismissOptOuts"],
  "broadcasts.test": ["dispatch", "TestSends", "test"],
  "templates.offered": ["channel", "Channels", "templates"],
  "events.call": ["events", "Events", "stream"]
}

/** A program with a type for each method, the tags of the errors of core's method, behind a comment with its name. */
export const errorProgram = (methods: ReadonlyArray<string>): string =>
  [
    'import type { Effect, Stream } from "effect"',
    "",
    "type Tag<E> = E extends { readonly _tag: infer Name } ? Name : never",
    "type Tags<Method> = Method extends (...input: never) => infer Result",
    "  ? Result extends Effect.Effect<infer _A, infer E, infer _R>",
    "    ? Tag<E>",
    "    : Result extends Stream.Stream<infer _A, infer E, infer _R>",
    "      ? Tag<E>",
    "      : never",
    "  : never",
    "",
    ...methods.map((method, index) => {
      const [area = "", name = ""] = method.split(".")
      const [door, service, called] = elsewhere[method] ?? [...(services[area] ?? ["", ""]), name]
      const type = `import("@rollcall/core/${door}").${service}["Service"]["${called}"]`
      return `export type /*${method}*/Method${index} = Tags<${type}>`
    })
  ].join("\n")

/** The texts in quotation marks of what is shown of a type: the members of a union of literals. */
export const literalsIn = (shown: string): ReadonlyArray<string> =>
  Array.from(shown.matchAll(/"(\w+)"/g), ([, literal = ""]) => literal)
