/** Whether messages are simulated, according to a meta tag of the page. */
const isSimulated = document.querySelector('meta[name="rollcall-messages"]')?.getAttribute("content") === "simulated"

/** A banner above every view if messages are simulated. */
export const Simulated = () =>
  isSimulated ? (
    <p class="simulated" role="note">
      Messages are simulated. Nobody receives them.
    </p>
  ) : null
