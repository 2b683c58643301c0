/**
 * Latin letters that Unicode does not decompose into a letter and marks, by the letters that people type for them.
 * Taken from `Latin-ASCII` of CLDR, in folded form. Letters that fold to a listed letter are omitted.
 */
export const latinLetters: Readonly<Record<string, string>> = {
  a: "ᴀᶏⱥ",
  aa: "ꜳ",
  ae: "æᴁ",
  ao: "ꜵ",
  au: "ꜷ",
  av: "ꜹꜻ",
  ay: "ꜽ",
  b: "ƀƃɓʙᴃᵬᶀ",
  c: "ƈȼɕᴄꞓ",
  d: "ðđƌȡɖɗᴅᴆᵭᶁᶑꝱꝺ",
  db: "ȸ",
  dz: "ʣʥ",
  e: "ɇɛᴇᶒᶓⱸ",
  f: "ƒᵮᶂꜰꝼ",
  g: "ǥɠɡɢʛᶃꞡ",
  h: "ħɦɧʜⱨ",
  hv: "ƕ",
  i: "ıɨɪᵻᶖ",
  j: "ȷɉɟʝᴊ",
  k: "ƙᴋᶄⱪꝁꝃꝅꞣ",
  l: "łƚȴɫɬɭʟᴌᶅⱡꝇꝉꝲ",
  ll: "ỻ",
  ls: "ʪ",
  lz: "ʫ",
  m: "ɱᴍᵯᶆꝳ",
  n: "ŋƞȵɲɳɴᵰᶇꝴꞑꞥ",
  o: "øᴏⱺꝋꝍ",
  oe: "œɶ",
  oi: "ƣ",
  oo: "ꝏ",
  p: "ƥᴘᵱᵽᶈꝑꝓꝕ",
  q: "ĸʠꝗꝙ",
  qp: "ȹ",
  r: "ɍɼɽɾʀᵲᵳᶉꝵꝶꞧ",
  s: "ȿʂᵴᶊẜẝꜱꞩ",
  t: "ŧƫƭȶʈᴛᵵⱦꝷꞇ",
  th: "þᵺꝥꝧ",
  ts: "ʦ",
  u: "ʉᴜᵾᶙ",
  ue: "ᵫ",
  v: "ʋᴠᶌỽⱱⱴꝟ",
  vy: "ꝡ",
  w: "ᴡⱳ",
  x: "ᶍ",
  y: "ƴɏʏỿ",
  z: "ƶȥɀʐʑᴢᵶᶎⱬ"
}

/**
 * Letters of other scripts that lose their marks, by the letters that people type for them. In Cyrillic and Arabic, a
 * letter with a mark is mostly a different letter: й is not и, and ئ is not ي.
 */
export const otherLetters: Readonly<Record<string, string>> = { е: "ёѐ", и: "ѝ", ا: "آأإٱ" }

/**
 * Characters that people use as an apostrophe besides U+0027, in folded form: the backtick, curly quotes, primes, the
 * modifier letters and half rings of transliterations, the Hebrew geresh, the Armenian apostrophe and the saltillo.
 */
export const apostrophes =
  "`\u2018\u2019\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\ua78c"

/** The folded form of U+00B4 and of a standalone tonos. */
export const foldedAcute = " \u0301"

/** Blocks with letters that people type without their marks. */
export const markedBlocks = [
  [0x00c0, 0x024f, "Latin"],
  [0x1e00, 0x1eff, "Latin"],
  [0x0370, 0x03ff, "Greek"],
  [0x1f00, 0x1fff, "Greek"]
] as const

/**
 * Marks that people leave out: accents on any letter, Hebrew points, Arabic vowels, and the tatweel, which only makes a
 * word longer. Marks of other scripts are parts of words, as in が, की and กี.
 */
export const omittedMarks = [
  [0x0300, 0x036f, "accents"],
  [0x1ab0, 0x1aff, "accents"],
  [0x1dc0, 0x1dff, "accents"],
  [0x0591, 0x05bd, "Hebrew points"],
  [0x05bf, 0x05bf, "Hebrew points"],
  [0x05c1, 0x05c2, "Hebrew points"],
  [0x05c4, 0x05c5, "Hebrew points"],
  [0x05c7, 0x05c7, "Hebrew points"],
  [0xfb1e, 0xfb1e, "Hebrew points"],
  [0x0610, 0x061a, "Arabic vowels"],
  [0x0640, 0x0640, "Arabic vowels"],
  [0x064b, 0x065f, "Arabic vowels"],
  [0x0670, 0x0670, "Arabic vowels"],
  [0x06d6, 0x06dc, "Arabic vowels"],
  [0x06df, 0x06e4, "Arabic vowels"],
  [0x06e7, 0x06e8, "Arabic vowels"],
  [0x06ea, 0x06ed, "Arabic vowels"]
] as const
