import fc from "fast-check"

/**
 * Strings that stores often handle incorrectly, such as wildcards, quotes, query syntax, JSON paths, JavaScript member
 * names, case folding, combining marks, right-to-left and invisible characters, and long strings. They do not begin or
 * end with whitespace, so each is stored unchanged.
 */
export const hostileTexts: ReadonlyArray<string> = [
  // Wildcards and escape characters.
  ...["%", "_", "\\", "%%", "100%", "100% sure", "1000 sure", "a_b", "axb", "a\\b"],
  ...["\\%", "\\_", "\\\\", "%_%", "C:\\temp\\*"],
  ...["a*b", "a?b", "[a-z]", "[^a]", "a.b", "^a$", "(a|b)+", "{1,2}", "$&", "$1"],
  // Quotes, comments and statements.
  ...["'", "''", '"', '""', "`", "O'Brien", 'say "hi"', "`tick`", ";", "--", "/* x */", "'; DROP TABLE contacts; --"],
  ...["' OR '1'='1", "?", "$$", ":name", "@p1", "#", "NULL", "null", "undefined", "NaN", "true", "0", "-1", "1e400"],
  // Full-text query languages.
  ...["AND", "OR", "NOT", "NEAR", "a AND b", "a OR b", "NOT a"],
  ...["NEAR(a b, 2)", "a*", '"a b"', "^a", "a:b", "email:x", "a + b"],
  // JSON paths and members of objects.
  ...["$.x", "$", "a.b.c", "$['x']", '{"a":1}', "[1]", "__proto__", "constructor", "toString", "hasOwnProperty"],
  // Case folding and compatibility.
  ...["İstanbul", "ıstanbul", "Istanbul", "istanbul", "straße", "STRASSE", "STRAẞE", "Σίσυφος", "ΣΊΣΥΦΟΣ", "ς", "σ"],
  ...["ﬁn", "fin", "ǰ", "Ǆ", "ǆ", "ŉ", "K", "Å", "ſ", "ᾳ", "ΐ", "Ꭰ", "ꭰ", "ⅷ", "①②", "１２３", "½", "¨", "ﷺ", "㌔"],
  // Marks, joiners, directions, invisible characters.
  ...["é", "e\u0301", "E\u0301", "a\u0323\u0307", "a\u0307\u0323"],
  ...["각", "\u1100\u1161\u11a8", "x\u200dy", "x\u200by", "xy"],
  ...["שלום", "مرحبا", "x\u202ey", "\u00adx", "👩\u200d👩\u200d👧", "🏳️\u200d🌈", "🇩🇪", "न\u093f"],
  // Characters outside the Basic Multilingual Plane, and characters that UTF-16 and UTF-8 order differently.
  ...["😀", "😀😀", "𝒳", "𐐀", "𐐨", "\ud7ff", "\ue000", "\uffee", "\uffff", "\u{10000}", "\u{1f9ff}", "\u{10ffff}"],
  // Control characters other than U+0000.
  ...["a\tb", "a\nb", "a\r\nb", "\u0001", "\u001b[31m", "\u007f"],
  // Phone numbers and addresses.
  ...["+49 (170) 123-45.67", "0049170/1234567", "491701234567", "+1 555 0100", "555-0100"],
  ...["Ada@Example.ORG", "ada@example.org"],
  // Accents, letters without a decomposition, apostrophes.
  ...["Álvaro Černý", "alvaro", "Łukasiewicz", "Phượng", "Phuong", "Đặng Þór Ægir", "Άννα", "Алёна", "Йошкар"],
  ...["O’Brien", "OʼNeill", "O´Hara", "שָׁלוֹם", "مُحَمَّد", "محمد", "がか", "กี"],
  // Long strings.
  ...["x".repeat(1_000), "%".repeat(1_000), "\\".repeat(999), "ß".repeat(1_000), "😀".repeat(500), "ﷺ".repeat(1_000)]
]

/** Short pieces, so that generated strings share prefixes, suffixes and parts. */
const pieces = fc.constantFrom(
  ...["a", "b", "A", "ß", "s", "%", "_", "\\", "'", '"', " ", "1", "é", "e\u0301", "😀", "İ", "i", "ø", "’"]
)

/**
 * A string that every store keeps unchanged: trimmed, not empty, at most 1,000 UTF-16 units, no U+0000, no lone
 * surrogate.
 */
export const textArbitrary: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 3, arbitrary: fc.string({ unit: pieces, minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...hostileTexts), pieces).map((parts) => parts.join("").slice(-900))
    }
  )
  .map((text) => text.replaceAll("\0", "").toWellFormed().trim() || "x")
