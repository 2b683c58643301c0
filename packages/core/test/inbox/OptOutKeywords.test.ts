import { assert, describe, it } from "@effect/vitest"
import { InboxSettings } from "@rollcall/core/inbox"
import { asksToStop } from "../../src/inbox/OptOutKeywords.ts"

describe("C8: a message asks to stop", () => {
  const { stopWords } = InboxSettings.defaultValue()

  it.each([
    ...["STOP", " stop\n", "Stopp", "ABMELDEN", "Arrêt", "ARRE\u0302T", "ｓｔｏｐ", "opt out", "OPT-OUT", "Désabonner"],
    ...[
      "Stop.",
      "STOP!",
      "„Stopp“",
      "¡Baja!",
      "stop\u200b",
      "st\u00adop",
      "STOP\u00a0ALL",
      "stop  all",
      "stop 🙏",
      "🛑 STOP ✋️"
    ],
    ...["Stop promotions", "стоп", "СТОП.", "إيقاف", "退订。", "Please, stop!"]
  ])("C10: %j does", (text) => {
    assert.isTrue(asksToStop(text, stopWords))
  })

  it.each([null, "", " ", "stop it", "don't stop", "cancel", "s t o p", "👍", "...", "stop 12345", "non-stop"])(
    "%j does not",
    (text) => {
      assert.isFalse(asksToStop(text, stopWords))
    }
  )

  it("with the words that are set, and never with an empty one", () => {
    assert.isTrue(asksToStop("genug", ["Genug "]))
    assert.isFalse(asksToStop("stop", ["genug"]))
    assert.isFalse(asksToStop(" ", [""]))
  })
})
