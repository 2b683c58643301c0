import type { EventPage } from "./EventStore.ts"
import type { EventCursor, RollcallEvent } from "./RollcallEvent.ts"

/** The newest events of a workspace without a gap, up to a maximum, and the places where readers continue within them. */
export class RecentEvents {
  private readonly most: number
  private events: Array<RollcallEvent> = []
  /** How many events were added before the first kept event. */
  private forgotten = 0
  /** By cursor, how many events were added before the event that follows it. In the order in which cursors were added. */
  private readonly places: Map<EventCursor, number>
  private last: Pick<EventPage, "next" | "hasMore">

  constructor(start: EventCursor, most: number) {
    this.most = most
    this.places = new Map([[start, 0]])
    this.last = { next: start, hasMore: false }
  }

  /** The page that was added last, without its events; at first, the place where events begin. */
  get end(): Pick<EventPage, "next" | "hasMore"> {
    return this.last
  }

  /** Adds the page that follows the last one, and drops the oldest events beyond the maximum. */
  add({ events, hasMore, next }: EventPage): void {
    const before = this.forgotten + this.events.length
    events.forEach(({ cursor }, index) => this.places.set(cursor, before + index + 1))
    this.places.set(next, before + events.length)
    const all = [...this.events, ...events]
    this.events = all.slice(-this.most)
    this.forgotten += all.length - this.events.length
    for (const [cursor, place] of this.places) {
      if (place >= this.forgotten) break
      this.places.delete(cursor)
    }
    this.last = { next, hasMore }
  }

  /** The events after a cursor; empty for the last cursor. Undefined if the cursor is not within the kept events. */
  after(cursor: EventCursor | null): EventPage | undefined {
    const place = cursor === null ? undefined : this.places.get(cursor)
    return place === undefined ? undefined : { events: this.events.slice(place - this.forgotten), ...this.last }
  }
}
