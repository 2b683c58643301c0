import { type CustomFieldValue, FieldType, type WritableField } from "@rollcall/core/people"
import { WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import type { Rollcall, Workspace } from "rollcall"
import { expect } from "vitest"
import { address, marked, markedNumber, type Whole } from "./Marker.ts"
import { type makeProvider, messageId, senders } from "./Provider.ts"

type Input<
  Area extends keyof Workspace,
  Method extends keyof Workspace[Area],
  Place extends number
> = Workspace[Area][Method] extends (...input: infer Given) => unknown ? Given[Place] : never

/** Every field that a request may set, with the person in it. One is kept without its accent too. */
const fields: Readonly<Record<WritableField, string>> = {
  firstName: marked("first"),
  lastName: marked("lást"),
  externalContactId: marked("external"),
  email: `${marked("x").replace(" ", ".")}@example.org`,
  phoneNumber: `+49 170 ${address("")}`,
  chatappId: address("49171"),
  socialmsgId: marked("social")
}

/** A value of each type that can hold something of the person; the others hold what the person has too. */
const values: Readonly<Record<FieldType, CustomFieldValue>> = {
  text: marked("diagnosis"),
  "number:integer": markedNumber,
  "number:decimal": markedNumber + 0.5,
  "number:percentage": markedNumber,
  checkbox: true,
  date: "1990-01-01",
  "date:date_time": "1990-01-01T00:00:00Z",
  "date:time": "10:00",
  "date:relative": "1990-01-01",
  select: "gold",
  multiselect: ["gold"],
  user: `00000000-0000-4000-8000-0000${address("")}`
}

const keyOf = (type: string): string => `of_${type.replaceAll(":", "_")}`

type Recipients = Extract<Input<"broadcasts", "create", 0>, { readonly audience?: never }>["recipients"]

/** A recipient with the person in every member that the template takes; the one with cards needs one of them. */
const recipient: Whole<Recipients>[number] = {
  identifier: address(),
  clientReference: marked("reference"),
  parameters: {
    header: { type: "text", value: marked("header") },
    body: { who: marked("who"), what: marked("what") },
    button: { code: marked("code").replace(" ", "-") },
    cards: [
      {
        header: { type: "image", value: `https://example.org/${address()}.png` },
        body: { who: marked("card") },
        button: { code: address() }
      }
    ]
  }
}

const { cards, header, ...texts } = recipient.parameters
const plainParameters = { header: { value: header.value }, ...texts }
const cardParameters = {
  body: { who: texts.body["who"] ?? "" },
  cards: cards.map(({ body, button, header: { value } }) => ({ header: { value }, body, button }))
}

const plain = (from: string, recipients: Recipients) => ({
  ...{ name: "Results", templateName: "result", from },
  parameters: { header: { type: "text" as const }, bodyOrder: ["who", "what"], buttonOrder: ["code"] },
  recipients
})

/** Gives a workspace all that it can hold of a person, and returns what a test asks for by its uuid. */
export const write = async (
  rollcall: Rollcall,
  clinic: Workspace,
  { reports, sent }: Pick<ReturnType<typeof makeProvider>, "reports" | "sent">,
  call: (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly json: unknown }>
) => {
  const eventually = { timeout: 60_000, interval: 50 }
  const fieldUuids: Array<string> = []
  for (const fieldType of FieldType.literals) {
    const selectOptions = fieldType.endsWith("select") ? ["gold", "silver"] : null
    const definition = { name: `Of ${fieldType}`, fieldKey: keyOf(fieldType), fieldType, selectOptions }
    fieldUuids.push((await clinic.customFields.create(definition)).uuid)
  }
  const archived = await clinic.customFields.create({ name: "Archived", fieldKey: "of_archived", fieldType: "text" })
  const customFields = Object.fromEntries(Object.entries(values).map(([type, value]) => [keyOf(type), value]))
  // An earlier address is that of the person too.
  const contact = await clinic.contacts.create({ ...fields, phoneNumber: address("49172") })
  const twin = await clinic.contacts.create({ ...fields, chatappId: address("49173"), phoneNumber: address("49174") })
  await clinic.contacts.create({ firstName: "Ada", phoneNumber: "4930123", email: "ada@example.org" })
  const early = await clinic.broadcasts.create(
    plain("4930000001", [
      { ...recipient, identifier: address("49172"), parameters: plainParameters },
      { ...recipient, identifier: address("49174"), parameters: plainParameters }
    ])
  )
  const whole: Whole<Input<"contacts", "create", 0>> = { ...fields, customFields: { ...customFields } }
  await clinic.contacts.update(contact.uuid, {
    ...whole,
    customFields: { ...customFields, of_archived: marked("old") }
  })
  await clinic.notes.create(twin.uuid, { title: marked("twin"), content: { text: marked("twin note") } })
  // A contact that was merged into this one is kept for an undo.
  await clinic.contacts.merge(contact.uuid, { from: twin.uuid })
  await clinic.customFields.archive(archived.uuid)

  const list = await clinic.lists.create({ name: "Regulars" })
  await clinic.lists.addMembers(list.uuid, [contact.uuid])
  const text: Whole<Input<"notes", "create", 1>> = { title: marked("title"), content: { text: marked("note") } }
  const note = await clinic.notes.create(contact.uuid, text)
  await clinic.notes.archive(contact.uuid, (await clinic.notes.create(contact.uuid, text)).uuid)

  // Over HTTP rows have any shape.
  const row = { first_name: fields.firstName, phone_number: fields.phoneNumber, email: fields.email }
  const { json } = await call("POST", "/v1/contacts/bulk", {
    match_on_field: "email",
    contacts: [
      { ...row, custom_fields: { of_text: marked("imported") }, Remark: marked("unknown member") },
      { ...row, custom_fields: { of_select: marked("no option") } },
      { ...row, last_name: { shape: marked("wrong") } },
      { email: fields.email, phone_number: [fields.phoneNumber] },
      { phone_number: `+49-(170) ${address("")}`, email: 5, first_name: marked("by the number alone") },
      { phone_number: `0049 (0) ${address("170")}`, email: 5, first_name: marked("by another spelling") },
      { email: "grace@example.org", first_name: "Grace" }
    ]
  })
  const contactImport = String(Reflect.get(Object(json), "contact_import_uuid"))
  await expect.poll(async () => (await clinic.imports.get(contactImport)).status, eventually).toBe("completed")

  const broadcasts = [early.uuid]
  for (const from of Object.keys(senders)) {
    const { uuid } = await clinic.broadcasts.create({
      ...plain(from, [
        { ...recipient, parameters: plainParameters },
        { ...recipient, parameters: plainParameters },
        { ...recipient, identifier: `+49 (171) ${address("")}`, parameters: plainParameters },
        { ...recipient, identifier: address("49171"), parameters: { body: { [marked("name")]: marked("value") } } },
        { identifier: "4930123", clientReference: "Ada", parameters: { ...plainParameters, ...adasParameters } }
      ]),
      clientUniqueIdentifier: `key ${from}`
    })
    broadcasts.push(uuid)
  }
  const carousel = await clinic.broadcasts.create({
    ...{ name: "Offers", templateName: "offers", from: "4930000001", clientUniqueIdentifier: "offers" },
    parameters: {
      bodyOrder: ["who"],
      cards: [{ header: { type: "image" }, bodyOrder: ["who"], buttonOrder: ["code"] }]
    },
    recipients: [{ ...recipient, parameters: cardParameters }],
    scheduledFor: "2999-01-01T00:00:00Z"
  })
  const overHttp = await call("POST", "/broadcasts", {
    ...{ channel_type: "chatapp", name: "Results", template_name: "result", from: "4930000001" },
    parameters: { header: { type: "text" }, body_order: ["who", "what"], button_order: ["code"] },
    client_unique_identifier: "over HTTP",
    recipients: [
      { identifier: `+${address()}`, client_reference: marked("plus"), parameters: plainParameters },
      { identifier: `00${address()}`, client_reference: marked("zeros"), parameters: plainParameters },
      { identifier: `+49 (0) ${address("170")}`, client_reference: marked("trunk"), parameters: plainParameters },
      { identifier: address(), client_reference: marked("taken"), parameters: plainParameters }
    ]
  })
  expect(overHttp.status).toBe(202)
  const searched = await clinic.broadcasts.create({
    ...{ name: "Results", templateName: "result", from: "4930000001" },
    parameters: { header: { type: "text" }, bodyOrder: ["who", "what"], buttonOrder: ["code"] },
    audience: {
      include: [{ search: { searchTerm: marked("first") } }],
      exclude: [
        { search: { advancedSearch: [{ field: "phoneNumber", operator: "equals", value: address("49171") }] } }
      ],
      parameters: {
        header: { field: "lastName" },
        body: { who: { field: "firstName" }, what: { value: "results" } },
        button: { code: { value: "1" } }
      }
    }
  })
  broadcasts.push(searched.uuid, carousel.uuid, String(Reflect.get(Object(overHttp.json), "uuid")))
  const started = async () => {
    const all = await Promise.all(broadcasts.map((uuid) => clinic.broadcasts.get(uuid)))
    return all.filter(({ broadcast }) => broadcast.status !== "scheduled").length
  }
  await expect.poll(started, eventually).toBe(broadcasts.length - 1)
  await expect.poll(() => sent.length, eventually).toBeGreaterThan(15)

  const at = DateTime.nowUnsafe()
  const workspace = WorkspaceUuid.make(clinic.uuid)
  const unknown = { correlation: null, id: messageId(address(), "unknown") }
  const inbound = { workspace, from: address(), username: marked("name"), to: "4930000001", at, kind: "text" }
  reports.push({
    receipts: [...sent.slice(0, 2), unknown].map(({ correlation, id }) => ({
      ...{ correlation, messageId: id, status: "undeliverable" as const, reason: null, at },
      ...{ workspaces: "all" as const, error: `${address()} (${marked("reported")}) is no user` }
    })),
    messages: [
      { ...inbound, channelMessageId: messageId(address(), "in 1"), text: marked("inbound") },
      // The provider answers that the person writes under another address.
      { ...inbound, channelMessageId: "inbound 3", from: `7${address()}`, text: marked("of another address") },
      { ...inbound, channelMessageId: "inbound 2", from: `+${address("49172")}`, text: marked("of before") }
    ],
    notices: [{ workspace, kind: "quality", level: "warning", detail: "low", occurrence: "1", data: address() }]
  })
  expect(
    (await rollcall.fetch(new Request("http://x/channels/provider/webhook", { method: "POST", body: "1" }))).status
  ).toBe(200)
  const received = async () => {
    const { events } = await clinic.events.read({ limit: 1_000 })
    return events.flatMap((event) => ("receivedMessageUuid" in event ? [event.receivedMessageUuid] : []))
  }
  await expect.poll(async () => (await received()).length, eventually).toBe(3)
  await clinic.optOuts.optOut(contact.uuid)
  return {
    contact: contact.uuid,
    note: note.uuid,
    list: list.uuid,
    contactImport,
    broadcasts,
    messages: await received(),
    field: [...fieldUuids, archived.uuid]
  }
}

const adasParameters = { header: { value: "Hello" }, body: { who: "Ada", what: "nothing" }, button: { code: "1" } }
