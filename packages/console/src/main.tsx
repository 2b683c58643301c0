import "./theme/theme.css"
import "./theme/base.css"
import "./ui/ui.css"
import "./ui/forms/forms.css"
import "./ui/overlays/overlays.css"
import "./ui/table/table.css"
import "./shell/shell.css"
import { render } from "preact"
import { App } from "./App.tsx"

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
