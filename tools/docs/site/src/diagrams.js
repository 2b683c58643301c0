// Draws the diagrams of a page in the colours of its theme, with the Mermaid that the page has loaded.
const diagrams = [...document.querySelectorAll("pre.diagram")].map((block) => ({ block, source: block.textContent }))

const draw = async () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "neutral"
  globalThis.mermaid.initialize({ startOnLoad: false, theme, fontFamily: "inherit" })
  for (const [index, { block, source }] of diagrams.entries()) {
    const { svg } = await globalThis.mermaid.render(`diagram-${index}`, source)
    block.innerHTML = svg
    block.classList.add("drawn")
  }
}

let drawn = draw()
new MutationObserver(() => (drawn = drawn.then(draw))).observe(document.documentElement, {
  attributeFilter: ["data-theme"]
})
