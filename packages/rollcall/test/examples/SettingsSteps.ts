import type { Step } from "./Step.ts"

const quiet = { from: "21:00", until: "08:00", time_zone_field: null, time_zone: "Europe/Berlin" }

/** The settings of the workspace. */
export const settingsSteps: ReadonlyArray<Step> = [
  {
    operation: "settings.replace",
    summary: "At most two marketing messages a week, and none at night",
    body: { frequency_cap: { messages: 2, days: 7 }, quiet_hours: quiet },
    status: 200,
    error: {
      summary: "A cap of 0",
      body: { frequency_cap: { messages: 0, days: 7 }, quiet_hours: null },
      status: 422
    }
  },
  { operation: "settings.get", summary: "As they were set", status: 200 }
]
