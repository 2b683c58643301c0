import { fold, visible } from "@rollcall/core/operations"
import { Struct } from "effect"
import type { ContactField } from "../rows/FileFields.ts"

/** Normalises a column name for comparison: its letters and digits, without case and accents. */
export const headerKey = (name: string): string =>
  fold(visible(name))
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("ı", "i")

/**
 * The names of contact fields in files of other products and people, in common languages. If several columns match one
 * field, the name listed first takes precedence.
 */
const names = {
  first_name: [
    ...["First Name", "Given Name", "Forename", "First", "FNAME", "Vorname", "Rufname", "Prénom", "Nombre", "Nombres"],
    ...[
      "Nome",
      "Primeiro nome",
      "Voornaam",
      "Imię",
      "Förnamn",
      "Fornavn",
      "Etunimi",
      "Jméno",
      "Keresztnév",
      "Ad",
      "Adı"
    ],
    ...["Prenume", "Имя", "Ім'я", "Όνομα", "名", "名字", "이름", "الاسم الأول"]
  ],
  last_name: [
    ...["Last Name", "Family Name", "Surname", "Last", "LNAME", "Nachname", "Familienname", "Zuname", "Nom"],
    ...["Nom de famille", "Apellidos", "Apellido", "Cognome", "Sobrenome", "Apelido", "Último nome", "Achternaam"],
    ...["Nazwisko", "Efternamn", "Etternavn", "Efternavn", "Sukunimi", "Příjmení", "Vezetéknév", "Soyad", "Soyadı"],
    ...["Nume de familie", "Фамилия", "Прізвище", "Επώνυμο", "姓", "姓氏", "성", "اسم العائلة"]
  ],
  email: [
    ...["E-mail", "E-mail Address", "Primary Email", "E-mail 1 - Value", "Email 1", "E-mail 1 Address", "Mail address"],
    ...["E-Mail-Adresse", "Mailadresse", "Courriel", "Adresse e-mail", "Adresse électronique", "Correo electrónico"],
    ...["Correo", "Dirección de correo electrónico", "Indirizzo e-mail", "Indirizzo di posta elettronica"],
    ...["Endereço de e-mail", "E-mailadres", "Adres e-mail", "E-postadress", "E-post", "E-postadresse", "Sähköposti"],
    ...["Электронная почта", "Адрес электронной почты", "メールアドレス", "電子メール", "邮箱", "电子邮件", "이메일"],
    ...["Work Email", "Business Email", "Personal Email", "Home Email", "E-mail 2 - Value", "Email 2"],
    ...["E-mail 2 Address", "E-mail 3 - Value", "Email 3", "E-mail 3 Address"]
  ],
  phone_number: [
    ...["Phone Number", "WhatsApp Number", "WhatsApp Phone Number", "WhatsApp", "Mobile Phone Number", "Mobile Phone"],
    ...["Mobile Number", "Mobile", "Mobile No", "Cell Phone", "Cell Phone Number", "Cell", "Cell Number", "Handy"],
    ...["Handynummer", "Mobiltelefon", "Mobilnummer", "Mobil", "Mobiltelefonnummer", "Téléphone portable", "Portable"],
    ...[
      "Téléphone mobile",
      "Teléfono móvil",
      "Móvil",
      "Celular",
      "Teléfono celular",
      "Cellulare",
      "Telefono cellulare"
    ],
    ...["Telemóvel", "Mobiele telefoon", "Mobiel", "Telefon komórkowy", "Komórka", "Matkapuhelin", "Мобильный телефон"],
    ...[
      "携帯電話",
      "手机",
      "手机号",
      "휴대폰",
      "Phone",
      "Primary Phone",
      "Telephone",
      "Telephone Number",
      "Tel",
      "Phone No"
    ],
    ...["Phone 1 - Value", "Phone 1", "Telefon", "Telefonnummer", "Rufnummer", "Téléphone", "Numéro de téléphone"],
    ...["Teléfono", "Número de teléfono", "Telefono", "Numero di telefono", "Telefone", "Telefoon", "Telefoonnummer"],
    ...["Numer telefonu", "Puhelin", "Телефон", "Номер телефона", "電話番号", "电话", "전화번호", "رقم الهاتف"],
    ...["Home Phone", "Business Phone", "Work Phone", "Company Main Phone", "Other Phone", "Home Phone 2"],
    ...["Business Phone 2", "Phone 2 - Value", "Phone 2", "Phone 3 - Value", "Phone 3", "Phone 4 - Value"]
  ],
  external_contact_id: ["External ID", "Record ID", "Record ID - Contact", "Contact ID", "Customer ID"],
  chatapp_id: ["WhatsApp ID", "WA ID"]
} satisfies { readonly [Field in ContactField]?: ReadonlyArray<string> }

/** Columns with full names. They are imported as first names if the file has no separate name columns. */
const wholeNames = [
  "Name",
  "Full Name",
  "Display Name",
  "Contact Name",
  "Nom complet",
  "Nombre completo",
  "Имя и фамилия"
]

const byKey = new Map(
  Struct.keys(names).flatMap((field) => names[field].map((name, rank) => [headerKey(name), { field, rank }] as const))
)

const wholeNameKeys = new Set(wholeNames.map(headerKey))

/** Returns the field of a column of another product, and its rank among columns for the same field. */
export const knownHeader = (name: string): { readonly field: ContactField; readonly rank: number } | undefined =>
  byKey.get(headerKey(name))

/** Tells whether a column holds full names of people. */
export const isWholeName = (name: string): boolean => wholeNameKeys.has(headerKey(name))

const hints: ReadonlyArray<readonly [ContactField, RegExp]> = [
  ["email", /mail|courriel|correo|почт/],
  ["phone_number", /phone|mobil|handy|\bcell|telef|gsm|whatsapp|\btel\b/],
  ["first_name", /first|given|vorname|prenom|nombre/],
  ["last_name", /last|family|surname|nachname|apellido/],
  ["external_contact_id", /(?:^|[\s_.-])(?:id|nr|no|number|nummer)\.?$|[a-z](?:Id|ID)$/]
]

/** Matches names of columns that describe a number or an address instead of holding it. */
const about = /label|type|kind|name|phonetic|yomi|status|opt|date|time|count|consent/

/** Returns the field that a column may hold, to propose for `--map`. */
export const proposedField = (name: string): ContactField | undefined =>
  hints.find(([field, pattern]) => {
    const plain = fold(name).normalize("NFD").replace(/\p{M}/gu, "")
    const isAbout = (field === "email" || field === "phone_number") && about.test(plain)
    return !isAbout && (pattern.test(name) || pattern.test(plain))
  })?.[0]

export const fieldNames = names
