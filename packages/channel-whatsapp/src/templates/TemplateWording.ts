import type { TemplateText } from "@rollcall/core/sending"
import type { ButtonShape, ComponentShape } from "./TemplateShape.ts"

/** Returns the wording of a message or card. */
export const wordingOf = (components: ReadonlyArray<ComponentShape>): TemplateText => {
  const textOf = (name: string) => components.find(({ text = "", type }) => type === name && text !== "")?.text
  const [header, body, footer] = [textOf("HEADER"), textOf("BODY"), textOf("FOOTER")]
  const buttons = components.flatMap(({ buttons = [] }) => buttons)
  return {
    ...(header !== undefined && { header }),
    ...(body !== undefined && { body }),
    ...(footer !== undefined && { footer }),
    ...(buttons.length > 0 && { buttons: buttons.map(buttonText) })
  }
}

/** Returns a button's wording. The label is the button type if the platform chooses the text. */
const buttonText = (button: ButtonShape): NonNullable<TemplateText["buttons"]>[number] => {
  const label = button.text === undefined || button.text === "" ? button.type.toLowerCase() : button.text
  const value = valueOf(button)
  return value === undefined || value === "" ? { label } : { label, value }
}

/** Returns the URL or phone number that a button opens, or the variable for a code to copy. */
const valueOf = ({ phone_number, type, url }: ButtonShape): string | undefined => {
  switch (type) {
    case "URL":
      return url
    case "OTP":
    case "COPY_CODE":
      return "{{1}}"
    case "PHONE_NUMBER":
      return phone_number
    default:
      return undefined
  }
}
