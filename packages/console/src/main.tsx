import { render } from "preact"
import "./console.css"

const App = () => <h1>Rollcall</h1>

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
