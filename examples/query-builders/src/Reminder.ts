/** A patient who books an appointment. */
export interface Patient {
  readonly firstName: string
  readonly phoneNumber: string
}

const day = 86_400_000

/** Returns the broadcast that reminds a patient a day before an appointment. */
export const reminderOf = ({ firstName, phoneNumber }: Patient, startsAt: Date) => ({
  name: `Reminder for ${firstName}`,
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  scheduledFor: new Date(startsAt.getTime() - day),
  recipients: [{ identifier: phoneNumber, parameters: { body: { name: firstName, time: startsAt.toISOString() } } }]
})
