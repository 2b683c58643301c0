import { type Api, at, numberAt, textAt, until } from "./Api.ts"

const firstNames =
  "Ada Zoë Müge Jürgen Åsa Nadia Omar Lena Tariq Yuki Chloé Mateo Ines Pavel Aisha Noor Emil Vera Hugo Mila Dario Sofia Ben Ruth"
const lastNames =
  "Müller Yılmaz Nowak Okafor Schmidt García Tanaka Rossi Haddad Jensen Novák Silva Dubois Kowalska Lindqvist Ivanova Bauer Costa Weiß Moreau"
const cities = "Berlin Hamburg München Köln Leipzig Dresden Bremen Potsdam"
const plans = ["Basic", "Pro", "Team"]

/** A stored value that tries to run a script in another person's browser. */
export const hostile = `<img src=x onerror="alert('run')">"'><script>alert('run')</script>`

/** The number of contacts. */
export const seeded = 5_000

/** Returns a generator of pseudorandom numbers from 0 up to a limit, the same in each run. */
const makeDraw = () => {
  let state = 7
  return (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Last digits of numbers that the simulator fails to deliver to, and of numbers that it delivers to. */
const ends = ["0001", "0001", "0002", "0003", "0003", "0003", "0004", "0006"]

const contactsOf = (draw: (limit: number) => number, purpose: Purpose) => {
  const [first, last, city] = [firstNames, lastNames, cities].map((words) => words.split(" "))
  const one = (words: ReadonlyArray<string> = []) => words[draw(words.length)] ?? ""
  return Array.from({ length: seeded }, (_, index) => {
    const end = draw(100) < 8 ? one(ends) : String(1_000 + draw(9_000))
    const [first_name, last_name] = [one(first), one(last)]
    const email = draw(10) === 0 ? null : `person${index}@example.org`
    const month = String(1 + draw(12)).padStart(2, "0")
    return {
      first_name: index === 17 && purpose === "journeys" ? hostile : first_name,
      last_name,
      email,
      phone_number: email !== null && draw(50) === 0 ? null : `+4930${String(10_000 + index).padStart(5, "0")}${end}`,
      custom_fields: {
        city: one(city),
        plan: one(plans),
        points: draw(500),
        birthday: `${1950 + draw(55)}-${month}-${String(1 + draw(28)).padStart(2, "0")}`,
        newsletter: draw(3) > 0
      }
    }
  })
}

const fields = [
  { name: "City", field_type: "text" },
  { name: "Plan", field_type: "select", select_options: plans },
  { name: "Points", field_type: "number:integer" },
  { name: "Birthday", field_type: "date" },
  { name: "Newsletter", field_type: "checkbox" }
]

const reminderTo = (name: string, include: unknown, others: object = {}) => ({
  channel_type: "chatapp",
  name,
  template_name: "appointment_reminder",
  from: "493090180",
  parameters: { body_order: ["name", "time"] },
  audience: {
    include: [include],
    parameters: { body: { name: { field: "first_name", fallback: "there" }, time: { value: "9:30" } } }
  },
  ...others
})

/** The purpose of the seeded data. `pictures` contains no hostile values. */
export type Purpose = "journeys" | "pictures"

/** Fills an empty workspace with the data of a shop, including hostile values. */
export const seed = async ({ ask }: Api, purpose: Purpose = "journeys"): Promise<void> => {
  const draw = makeDraw()
  const harm = purpose === "journeys" ? hostile : "Spandau"
  for (const field of fields) await ask("POST", "/v1/custom-fields", field)
  const contacts = contactsOf(draw, purpose)
  const imports: Array<string> = []
  for (let from = 0; from < contacts.length; from += 1_000) {
    const answer = await ask("POST", "/v1/contacts/bulk", { contacts: contacts.slice(from, from + 1_000) })
    imports.push(textAt(answer, "contact_import_uuid"))
  }
  for (const uuid of imports) {
    await until(
      async () => at(await ask("GET", `/v1/contacts/bulk/${uuid}`), "status") === "completed",
      "the import is applied",
      60
    )
  }

  const list = async (name: string, search: unknown) => {
    const uuid = textAt(await ask("POST", "/v1/contact-lists", { name }), "uuid")
    await ask("POST", `/v1/contact-lists/${uuid}/contacts`, { search })
    const size = async () =>
      numberAt(await ask("GET", `/v1/contact-lists/${uuid}/contacts?limit=1`), "pagination", "total")
    await until(async () => (await size()) > 0, `${name} has members`)
    return uuid
  }
  const where = (field: string, value: unknown, data_type: string) => ({
    advanced_search: [{ field, operator: "equals", value, data_type }]
  })
  const newsletter = await list("Newsletter", where("newsletter", true, "boolean"))
  const team = await list("Team plan", where("plan", "Team", "text"))
  await list(harm, where("city", "Bremen", "text"))
  await ask("POST", "/v1/segments", {
    name: "Pro plan in Berlin",
    search: {
      advanced_search: [
        ...where("plan", "Pro", "text").advanced_search,
        ...where("city", "Berlin", "text").advanced_search
      ]
    }
  })

  const first = at(await ask("GET", "/v1/contacts?limit=3"), "contacts")
  for (const index of [0, 1, 2]) {
    const uuid = textAt(first, index, "uuid")
    await ask("POST", `/v1/contacts/${uuid}/notes`, {
      content: { text: index === 0 && purpose === "journeys" ? hostile : "Prefers to be called in the morning." }
    })
  }
  await ask("POST", `/v1/contacts/${textAt(first, 2, "uuid")}/opt-out`)

  const sent = [
    await ask("POST", "/broadcasts", reminderTo("Autumn check-ups", { contact_list_uuid: newsletter })),
    await ask("POST", "/broadcasts", reminderTo("New opening hours", { contact_list_uuid: team }))
  ]
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await ask("POST", "/broadcasts", reminderTo(`Winter ${harm}`, { contact_list_uuid: team }, { scheduled_for: later }))
  for (const answer of sent) {
    const uuid = textAt(answer, "uuid")
    await until(
      async () => at(await ask("GET", `/broadcasts/${uuid}`), "status") === "completed",
      "the broadcast is sent",
      60
    )
  }
  await ask("POST", "/v1/webhooks", { url: "https://hooks.example.org/rollcall", types: ["broadcast.completed"] })
  await ask("POST", "/v1/tokens", { name: "Nightly export", scopes: ["contacts:read"] })
}
