import { Effect } from "effect"
import * as Digest from "effect/crypto/Digest"
import type { ChannelNotice } from "../channels/ChannelWebhook.ts"
import { nameEvent, subjectOf } from "../../events/events/RollcallEvent.ts"
import { ChannelNoticeUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { toStorable } from "../../shared/Text.ts"

/** The longest kind and detail of a notice's event, in UTF-16 units. Longer strings are truncated. */
const maxKindLength = 100
const maxDetailLength = 1_000

/**
 * Returns the events of notices without duplicates, in order of uuid, so that concurrent transactions append the same
 * events in the same order. A notice without a workspace has no event.
 */
export const eventsOfNotices = Effect.fnUntraced(function* (notices: ReadonlyArray<ChannelNotice>) {
  const reported = notices.flatMap(({ workspace, ...rest }) => (workspace === null ? [] : [{ ...rest, workspace }]))
  const events = yield* Effect.forEach(reported, eventOfNotice)
  const byUuid = new Map(events.map((event) => [subjectOf(event), event]))
  return [...byUuid.values()].toSorted((a, b) => (subjectOf(a) < subjectOf(b) ? -1 : 1))
})

const eventOfNotice = Effect.fnUntraced(function* (notice: ChannelNotice & { readonly workspace: WorkspaceUuid }) {
  const digest = yield* Digest.Digest
  const { detail, kind, level, occurrence, workspace: workspaceUuid } = notice
  const named = new TextEncoder().encode(JSON.stringify([workspaceUuid, kind, detail, occurrence]))
  return nameEvent({
    type: "channel.notice",
    workspaceUuid,
    channelNoticeUuid: uuidOf(yield* digest.digestHex(Digest.sha256, named)),
    notice: {
      kind: toStorable(kind.slice(0, maxKindLength)),
      level,
      detail: toStorable(detail.slice(0, maxDetailLength))
    }
  })
})

/** Returns the first 122 bits of a hex digest as a version 8 UUID, the version for custom formats. */
const uuidOf = (hex: string): ChannelNoticeUuid => {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32)
  ]
  return ChannelNoticeUuid.make(parts.join("-"))
}
