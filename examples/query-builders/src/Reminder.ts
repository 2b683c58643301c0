/** Who wants an appointment. */
export interface Patient {
  readonly firstName: string
  readonly phoneNumber: string
}

const day = 86_400_000

/** The broadcast that reminds a patient of an appointment, a day before. */
export const reminderOf = ({ firstName, phoneNumber }: Patient, startsAt: Date) => ({
  name: `Reminder for ${firstName}`,
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  scheduledFor: new Date(startsAt.getTime() - day),
  recipients: [{ identifier: phoneNumber, parameters: { body: { name: firstName, time: startsAt.toISOString() } } }]
})
