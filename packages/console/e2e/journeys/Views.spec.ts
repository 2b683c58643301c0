import { type Api, at, textAt } from "../Api.ts"
import { obstacles, overhang } from "../Measures.ts"
import { expect, open, test } from "../Test.ts"

const filters = {
  all: [
    ["city", "equals", "Berlin"],
    ["points", "range", ["100", "400"]],
    {
      any: [
        ["plan", "equals", "pro"],
        ["birthday", "contains", "-04-02"]
      ]
    }
  ]
}

const viewsOf = async ({ ask }: Api): Promise<ReadonlyArray<string>> => {
  const contacts = await ask("GET", "/v1/contacts?limit=3")
  const list = textAt(await ask("GET", "/v1/contact-lists?search=Newsletter"), "contact_lists", 0, "uuid")
  const imports = await ask("GET", "/v1/events?types=import.completed&limit=1")
  const broadcasts = at(await ask("GET", "/broadcasts"), "broadcasts")
  const sent = Array.isArray(broadcasts) ? broadcasts.find((one) => at(one, "name") === "Autumn check-ups") : undefined
  const broadcast = `broadcasts/${textAt(sent, "uuid")}`
  return [
    ...["", "webhooks", "webhooks?new", "tokens", "tokens?new", "settings", "compose", "segments", "opt-outs"],
    ...["contacts", "contacts?q=nothing-like-it"],
    `contacts?filters=${encodeURIComponent(JSON.stringify(filters))}&columns=phone_number,city,plan,points,birthday`,
    `contacts/${textAt(contacts, "contacts", 0, "uuid")}`,
    `contacts/${textAt(contacts, "contacts", 2, "uuid")}?tab=notes`,
    ...["fields", "fields?open=new", "fields?status=archived", "lists", `lists/${list}`, `lists/${list}?open=add`],
    ...["import", "imports", `imports/${textAt(imports, "events", 0, "contact_import_uuid")}`],
    ...["broadcasts", broadcast, `${broadcast}?status=undeliverable&reason=undeliverable`],
    ...["events", "events?oldest", "messages", "messages?asks=maybe"]
  ]
}

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, isMobile: width < 600, viewport: { width, height: 900 } })

      test("every view passes the accessibility checks, and fits its window", async ({ api, page }) => {
        for (const path of await viewsOf(api)) {
          await open(page, path)
          const found = await obstacles(page, ["minor", "moderate", "serious", "critical"])
          expect.soft(found, path).toEqual([])
          expect.soft(await overhang(page), `how far ${path} hangs over`).toBeLessThanOrEqual(0)
        }
      })
    })
  }
}
