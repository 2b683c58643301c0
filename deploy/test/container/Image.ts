import { Schema } from "effect"
import { read } from "../../../tools/Repository.ts"

/** Files that a stage copies from the build context or from another stage. */
interface Copy {
  readonly stage: string | null
  readonly sources: ReadonlyArray<string>
  readonly destination: string
  readonly owner: number
}

/** A Dockerfile stage's image, including the instructions inherited from its base stages. */
export interface Image {
  /** The base image of the first stage. */
  readonly base: string
  readonly copies: ReadonlyArray<Copy>
  readonly labels: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly folder: string
  readonly volumes: ReadonlyArray<string>
  readonly stopSignal: string
  /** The program and its arguments. */
  readonly command: ReadonlyArray<string>
  readonly healthCheck: ReadonlyArray<string>
}

const nothing: Image = {
  base: "scratch",
  copies: [],
  labels: {},
  environment: {},
  user: "0:0",
  folder: "/",
  volumes: [],
  stopSignal: "SIGTERM",
  command: [],
  healthCheck: []
}

const decodeWords = Schema.decodeSync(Schema.fromJsonString(Schema.Array(Schema.String)))

const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g), ([, name = "", quoted, plain]) => [
      name,
      quoted ?? plain ?? ""
    ])
  )

const copyOf = (text: string): Copy => {
  const words = text.split(/\s+/)
  const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
  const files = words.filter((word) => !word.startsWith("--"))
  return {
    stage: option("from") ?? null,
    sources: files.slice(0, -1),
    destination: files.at(-1) ?? "",
    owner: Number(option("chown")?.split(":")[0] ?? 0)
  }
}

/** Returns the image after another instruction. Throws for an unknown instruction. */
const after = (image: Image, keyword: string, value: string): Image => {
  switch (keyword) {
    case "COPY":
      return { ...image, copies: [...image.copies, copyOf(value)] }
    case "LABEL":
      return { ...image, labels: { ...image.labels, ...pairsOf(value) } }
    case "ENV":
      return { ...image, environment: { ...image.environment, ...pairsOf(value) } }
    case "USER":
      return { ...image, user: value }
    case "WORKDIR":
      return { ...image, folder: value }
    case "VOLUME":
      return { ...image, volumes: [...image.volumes, value] }
    case "STOPSIGNAL":
      return { ...image, stopSignal: value }
    case "ENTRYPOINT":
      return { ...image, command: decodeWords(value) }
    case "CMD":
      return { ...image, command: [...image.command, ...decodeWords(value)] }
    case "HEALTHCHECK":
      return { ...image, healthCheck: decodeWords(value.replace(/^.*? CMD /s, "")) }
    case "EXPOSE":
    case "RUN":
      return image
    default:
      throw new Error(`The checks do not know the instruction ${keyword}`)
  }
}

/** Reads the images of the Dockerfile's stages by name, in the file's order. */
export const readImages = (file = "Dockerfile"): ReadonlyMap<string, Image> => {
  const images = new Map<string, Image>()
  let stage = ""
  const lines = read(file)
    .replace(/^#.*\n/gm, "")
    .replace(/\s*\\\n\s*/g, " ")
  for (const line of lines.split("\n").filter((line) => line.trim() !== "")) {
    const [, keyword = "", value = ""] = /^(\w+) +(.*)$/.exec(line) ?? []
    if (keyword === "FROM") {
      const [base = "", , name = ""] = value.split(/\s+/)
      stage = name
      images.set(stage, images.get(base) ?? { ...nothing, base })
    } else {
      images.set(stage, after(images.get(stage) ?? nothing, keyword, value))
    }
  }
  return images
}
