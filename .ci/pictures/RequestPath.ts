import { read } from "../Repository.ts"
import { graphOf, type Picture, quoted } from "./Picture.ts"

/** What a request may be answered with by a step of its path, by the step's name in `RequestSteps.ts`. */
const refusals: { readonly [step: string]: string } = {
  id: "",
  time: "408: the body comes too slowly\n503: over its time, or the server stops",
  limits: "429: too many wrong tokens",
  authorization: "401: no token\n403: a scope is missing",
  body: "400: no JSON\n413: too large\n503: too many large ones",
  check: "400 or 422: each issue, with its place",
  handler: "404: not there\n409: taken\n503: the store is down",
  answer: "500: a defect, by its id alone",
  "measure and log": ""
}

/** The steps of a request in their order, as the source numbers them. */
const stepsOf = (source: string): ReadonlyArray<string> => {
  const numbered = new Map<number, string>()
  for (const [, number, name] of source.matchAll(/\b(\d)\. ([a-z]+(?: and [a-z]+)?)/g)) {
    if (number !== undefined && name !== undefined) numbered.set(Number(number), name)
  }
  return [...numbered].toSorted(([a], [b]) => a - b).map(([, name]) => name)
}

/** The path of a request, from the numbered steps of `RequestSteps.ts`. Fails if a step has no entry in the table above. */
export const requestPath = (): Picture => {
  const steps = stepsOf(read("packages/http/src/steps/RequestSteps.ts"))
  const unknown = steps.filter((step) => refusals[step] === undefined)
  if (unknown.length > 0 || steps.length !== Object.keys(refusals).length) {
    throw new Error(
      `RequestSteps.ts has the steps ${steps.join(", ")}: the picture of the path of a request has others`
    )
  }
  return {
    name: "request-path",
    graph: graphOf("rankdir=LR", [
      ...steps.map(
        (step, at) =>
          `${quoted(step)} [label=${quoted(`${at + 1}. ${step}`)}, class="${step === "handler" ? "start" : "node"}"]`
      ),
      `{ rank=same; ${steps.map(quoted).join("; ")} }`,
      ...steps.slice(1).map((step, at) => `${quoted(steps[at] ?? "")} -> ${quoted(step)}`),
      ...steps.flatMap((step) => {
        const said = refusals[step] ?? ""
        const node = quoted(`${step} refusal`)
        return said === ""
          ? []
          : [
              `${node} [label=${quoted(said.replaceAll("\n", "\\l") + "\\l")}, class="note"]`,
              `${quoted(step)} -> ${node} [class="receipt", style=dashed]`
            ]
      })
    ])
  }
}
