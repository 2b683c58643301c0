/** The place behind the bracket that closes the one at `start`. */
const closing = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if ("({[<".includes(text[at] ?? " ")) depth++
    else if (")}]".includes(text[at] ?? " ") || (text[at] === ">" && text[at - 1] !== "=")) depth--
    if (depth === 0) return at + 1
  }
  return text.length
}

/** The parts of a text between separators that no bracket encloses. */
export const partsOf = (text: string, separator: string): ReadonlyArray<string> => {
  const parts = [""]
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ""
    if ("({[<".includes(char)) {
      const end = closing(text, at)
      parts[parts.length - 1] += text.slice(at, end)
      at = end - 1
    } else if (char === separator) parts.push("")
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}

/** A type with its objects as the names of their members, if it is long. */
export const shortType = (type: string, most = 100): string => {
  const whole = type.replaceAll(/\s+/g, " ").trim()
  if (whole.length <= most) return whole
  let short = ""
  for (let at = 0; at < whole.length; at++) {
    if (whole[at] !== "{") {
      short += whole[at]
      continue
    }
    const end = closing(whole, at)
    const names = partsOf(whole.slice(at + 1, end - 1), ";").map(
      (member) => /^(?:readonly )?([\w$]+\??|\[[^\]]*\])/.exec(member)?.[1] ?? "..."
    )
    short += `{ ${names.join(", ")} }`
    at = end - 1
  }
  return short
}

/** The names of types by the members that they have, where only one has these. */
export type Shapes = ReadonlyMap<string, string>

const shapeOf = (members: ReadonlyArray<string>): string => members.toSorted().join(" ")

export const shapesOf = (
  types: ReadonlyArray<{ readonly name: string; readonly members: ReadonlyArray<{ readonly name: string }> }>
): Shapes => {
  const named = types
    .filter(({ members }) => members.length > 2)
    .map(({ members, name }) => [shapeOf(members.map((member) => member.name)), name] as const)
  return new Map(named.filter(([shape]) => named.filter(([other]) => other === shape).length === 1))
}

/** A short type whose objects have the names of the types with their members. */
export const withNames = (type: string, shapes: Shapes): string =>
  type.replaceAll(/\{ ([\w?, ]+) \}/g, (object, members: string) => {
    const names = members.split(", ").map((name) => name.replace("?", ""))
    return shapes.get(shapeOf(names)) ?? object
  })

/** A type of a member or an argument that may be absent, without saying so again. */
export const withoutUndefined = (type: string): string => type.replace(/ \| undefined$/, "")

/** A function's type as its arguments and what it returns; null if it is no function. */
export const functionOf = (
  type: string
): {
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly type: string }>
  readonly returns: string
} | null => {
  const start = type.startsWith("<") ? closing(type, 0) : 0
  if (type[start] !== "(") return null
  const end = closing(type, start)
  const arrow = /^\s*=>\s*/.exec(type.slice(end))
  if (arrow === null) return null
  const parameters = partsOf(type.slice(start + 1, end - 1).replace(/,\s*$/, ""), ",").map((parameter) => {
    const [, name = "", of = ""] = /^((?:\.\.\.)?\w+\??|\{[^]*?\}|\[[^]*?\]):\s*([^]*)$/.exec(parameter) ?? []
    return { name, type: withoutUndefined(of) }
  })
  return { parameters, returns: type.slice(end + arrow[0].length) }
}
