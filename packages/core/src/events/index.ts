/** Events: what happened, in order. */
export { EventSettings } from "./EventSettings.ts"

export { EventReadSelection, EventSelection, Events, EventsRemoved } from "./Events.ts"
export { AsksToStop, EventType, RollcallEvent } from "./RollcallEvent.ts"
export type { EventPage } from "./EventStore.ts"
