import { expect, it } from "vitest"
import { differenceOf } from "../Output.ts"
import { stepsOf } from "../Page.ts"
import { walk } from "../Walk.ts"

const page = `# A page

1. Write a file:

   \`\`\`js title="src/sum.js"
   console.log("1 + 1 =", 1 + 1)
   \`\`\`

\`\`\`js
// other.js
console.log(crypto.randomUUID())
\`\`\`

<!-- not walked: an excerpt -->

\`\`\`ts
const left = out
\`\`\`

<!-- walked:
export NAME=Zoë
cd src
-->

\`\`\`sh
node sum.js
echo "$NAME"
\`\`\`

It prints:

\`\`\`text
1 + 1 = 2
Zoë
\`\`\`

\`\`\`sh fails
false
\`\`\`

\`\`\`sh background
echo begun; sleep 0.2; echo '{"listening":true}'; sleep 100
\`\`\`

\`\`\`json output
...
{"listening":true}
\`\`\`

\`\`\`sh
node ../other.js
\`\`\`

\`\`\`text
2c7a1c1e-8f41-4c58-9c55-9f5a52a5b7b1
\`\`\`
`

/** Returns a page with one block of a language and its words. */
const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`

it("a tutorial run writes a page's files, runs its lines, and compares their output", async () => {
  expect(stepsOf(page).map(({ line }) => line)).toEqual([5, 9, 20, 25, 37, 41, 50])
  expect(await walk(page)).toBeUndefined()
})

it("a tutorial run stops at an error in the page, and reports the line", async () => {
  const wrong = await walk(page.replace("1 + 1 = 2", "1 + 1 = 3"), { time: 0 })
  expect(wrong?.line).toBe(33)
  expect(wrong?.problem).toMatch(/1 \+ 1 = 3[^]*1 \+ 1 = 2/)
  const failing = await walk(page.replace("node sum.js", "node sums.js"), { time: 0 })
  expect(failing?.line).toBe(25)
  expect(failing?.problem).toContain("Cannot find module")
  const succeeding = await walk(page.replace("\nfalse\n", "\ntrue\n"), { time: 0 })
  expect(succeeding?.line).toBe(37)
  expect(succeeding?.problem).toContain("no line fails")
})

it.each([
  [block("ts", "const x = 1"), /line 1: a block of ts without a name/],
  [block("text", "1"), /line 1: an output that no block of sh comes before/],
  ["```sh\necho", /line 1: a block without its end/],
  ["<!-- not walked: -->", /line 1: nothing behind "not walked:"/]
])("a page that cannot be run is rejected: %j", (text, why) => {
  expect(() => stepsOf(text)).toThrow(why)
})

it("an output matches the page's lines, in which ids, timestamps, durations and dots stand for any such value", () => {
  const said = "begun at 2026-11-26T09:00:00.123Z\nsent 3 of 3 in 12.5 ms\nok (1.2ms)\n\ndone"
  const shown = "begun at 2025-01-01T00:00:00Z\nsent 3 of ... in 7 ms\n...\ndone"
  expect(differenceOf(shown, said)).toBeUndefined()
  expect(differenceOf(shown.replace("sent 3", "sent 2"), said)).toMatchObject({
    index: 1,
    expected: "sent 2 of ... in 7 ms"
  })
  expect(differenceOf("begun at ...", said)).toMatchObject({ index: 1, expected: "nothing more" })
})
