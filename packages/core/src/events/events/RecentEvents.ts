import type { EventPage } from "./EventStore.ts"
import type { EventCursor, RollcallEvent } from "./RollcallEvent.ts"

/** The newest events of a workspace without gaps, up to a maximum, with the cursors from which readers can continue. */
export class RecentEvents {
  private readonly most: number
  private events: Array<RollcallEvent> = []
  /** The number of events that were added and then dropped. */
  private forgotten = 0
  /** The number of events added up to each cursor, in insertion order. */
  private readonly places: Map<EventCursor, number>
  private last: Pick<EventPage, "next" | "hasMore">

  constructor(start: EventCursor, most: number) {
    this.most = most
    this.places = new Map([[start, 0]])
    this.last = { next: start, hasMore: false }
  }

  /** The page added last, without its events. Before the first page, the start cursor. */
  get end(): Pick<EventPage, "next" | "hasMore"> {
    return this.last
  }

  /** Adds the page that follows the last page, and drops the oldest events beyond the maximum. */
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

  /**
   * Returns the events after a cursor; empty for the last cursor. Returns undefined if the cursor is not within the kept
   * events.
   */
  after(cursor: EventCursor | null): EventPage | undefined {
    const place = cursor === null ? undefined : this.places.get(cursor)
    return place === undefined ? undefined : { events: this.events.slice(place - this.forgotten), ...this.last }
  }
}
