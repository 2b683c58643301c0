import { read } from "../../../Repository.ts"
import { sections } from "./Contents.ts"
import { index, targetOf } from "./Routes.ts"

const row = /^\| \[([^\]]+)\]\(([^)#\s]+)\) *\| (.+?) *\|$/gm

/** Returns the list of all pages as Markdown, for programs that read documentation: https://llmstxt.org. */
export const llmsText = (): string => {
  const [, summary = ""] = /^# .+\n\n([^]*?)\n\n/m.exec(read("README.md")) ?? []
  const kinds = sections(read(index), "## ").map(({ name, text }) => {
    const links = Array.from(text.matchAll(row), ([, label = "", path = "", what = ""]) => {
      const target = targetOf(index, path)
      if (target.kind !== "page") throw new Error(`${index} lists ${path}, which is no page`)
      return `- [${label}](${target.route}.md): ${what}`
    })
    return `## ${name}\n\n${links.join("\n")}\n`
  })
  return `# Rollcall\n\n> ${summary.replaceAll("\n", " ")}\n\n${kinds.join("\n")}`
}
