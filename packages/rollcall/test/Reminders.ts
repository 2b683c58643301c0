/** The template of {@link reminders}, for channels that have none of their own. */
export const reminderTemplate = {
  kind: "plain",
  name: "appointment_reminder",
  locale: "en",
  status: "approved",
  header: null,
  body: 2,
  buttons: 0
} as const

/** A broadcast to so many recipients: more than 1,000 are stored in more than one step. */
export const reminders = (recipients: number) => ({
  name: "Reminders",
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  recipients: Array.from({ length: recipients }, (_, n) => ({
    identifier: `4930${100_000 + n}`,
    parameters: { body: { name: "Zoë", time: "9:30" } }
  }))
})
