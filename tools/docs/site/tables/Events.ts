import { camelToSnake } from "effect/String"
import { RollcallEvent } from "../../../../packages/core/src/events/events/RollcallEvent.ts"
import { readDocument } from "./Document.ts"
import { cell, code, table } from "./Markdown.ts"

/** The members of all events. */
const ofAll = ["cursor", "at", "workspaceUuid", "type", "by", "actor"]

/** The subject of each kind of event and when it is written, by the members that only this kind has. */
const kindsByMembers: Readonly<Record<string, { readonly title: string; readonly when: string }>> = {
  contactUuid: { title: "Contacts", when: "A contact changed, by a call or by a row of an import." },
  "contactUuid mergedContactUuid": {
    title: "Merges",
    when: "A contact was merged into another one, whose uuid names both from then on (M2), or that was undone (M4)."
  },
  contactImportUuid: { title: "Imports", when: "Every row of an import has its outcome." },
  "broadcastUuid reason": {
    title: "Broadcasts",
    when: "A broadcast was accepted, or its status changed; a test was sent; its sender is limited, or is so no more."
  },
  "recipientUuid broadcastUuid reason": {
    title: "Recipients",
    when: "A recipient came to a status. Only with the setting `recipients` of `events`: each is a row more in the store."
  },
  "webhookUuid reason": {
    title: "Webhooks",
    when: "A webhook was disabled, or events were removed before its endpoint had received them."
  },
  "receivedMessageUuid asksToStop": {
    title: "Received messages",
    when: "A person sent a message to the workspace."
  },
  "channelNoticeUuid notice": {
    title: "Notices of a channel",
    when: "A channel reports something else than messages and what became of them, such as the new status of a template."
  }
}

const memberTable = (names: ReadonlyArray<string>): string => {
  const members = readDocument().schemas["Event"]?.properties ?? {}
  const rows = names.map((name) => {
    const wire = camelToSnake(name)
    return [code(name), code(wire), cell(members[wire]?.description ?? "The workspace that it happened in.")]
  })
  return table(["member", "on the wire", "meaning"], rows)
}

/** Returns the table of the members of every event. */
export const eventMembers = (): string => memberTable(ofAll)

/** Returns the event types and their other members, by subject. */
export const eventTypes = (): string =>
  RollcallEvent.members
    .flatMap(({ fields }) => {
      const own = Object.keys(fields).filter((name) => !ofAll.includes(name))
      const kind = kindsByMembers[own.join(" ")]
      if (kind === undefined) throw new Error(`no kind of events has the members ${own.join(" ")}`)
      const types = fields.type.literals.map((type) => `- ${code(type)}`).join("\n")
      return [`## ${kind.title}`, kind.when, types, memberTable(own)]
    })
    .join("\n\n")
