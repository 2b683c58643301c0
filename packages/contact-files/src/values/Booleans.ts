import { fold } from "@rollcall/core/operations"
import { plainText } from "./FileLocale.ts"

/** The words for true in spreadsheets and other products, in common languages. */
const yes =
  "true yes y t 1 on x ✓ ✔ ☑ checked enabled subscribed ja j wahr oui o vrai sí sì s si verdadero verdadeiro vero sim " +
  "waar jo sant sandt tosi kyllä tak prawda ano pravda igen igaz evet e doğru da adevărat да истина так ναι αληθές " +
  "是 真 はい 예 네 نعم כן ya có ใช่ हाँ"

/** The words for false. */
const no =
  "false no n f 0 off ✗ ✘ ☐ unchecked disabled unsubscribed nein falsch non faux falso não onwaar nee nej falskt falsk " +
  "nei usant epätosi ei nie fałsz ne nepravda nem hamis hayır h yanlış nu fals нет ложь ні όχι ψευδές " +
  "否 假 いいえ 아니요 아니오 لا לא tidak không ไม่ใช่ नहीं"

/** Normalises a word for comparison: without case, accents on Latin letters and the Turkish dotless i. */
const wordOf = (text: string): string =>
  fold(plainText(text))
    .normalize("NFD")
    .replace(/(?<=[a-z])\p{M}+/gu, "")
    .replaceAll("ı", "i")
    .normalize("NFC")

const meanings = new Map<string, boolean>([
  ...yes.split(" ").map((word) => [wordOf(word), true] as const),
  ...no.split(" ").map((word) => [wordOf(word), false] as const)
])

/** Reads the value of a checkbox. Returns undefined for an unknown word. */
export const readBoolean = (text: string): boolean | undefined => meanings.get(wordOf(text))

export const booleanWords = { yes: yes.split(" "), no: no.split(" ") }
