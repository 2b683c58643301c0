/** The server says in the page whether nobody receives the messages. */
const isSimulated = document.querySelector('meta[name="rollcall-messages"]')?.getAttribute("content") === "simulated"

/** A strip above every view, where messages are simulated. */
export const Simulated = () =>
  isSimulated ? (
    <p class="simulated" role="note">
      Messages are simulated. Nobody receives them.
    </p>
  ) : null
