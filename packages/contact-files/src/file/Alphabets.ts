/**
 * The letters used to recognise languages, with the encodings of their files, most frequent letters first. For languages in
 * Latin script, only lower-case non-ASCII letters are listed.
 */
export const alphabets: ReadonlyArray<{
  readonly encodings: ReadonlyArray<string>
  readonly letters: ReadonlyArray<string>
}> = [
  {
    encodings: ["windows-1252", "macintosh"],
    letters: ["äüöß", "éèàêçôîùâûëïœ", "áóíñéúü", "ãçáéíóêõâúôà", "àèéìòù", "äåöé", "øåæéüö", "ëéïèöüê", "áéíóúöæðþý"]
  },
  {
    encodings: ["windows-1250", "iso-8859-2"],
    letters: ["łąężśćóńź", "íáéěšřčžýůúťďňó", "áíéčšžýúľťňôäďĺŕó", "áéöőóüíúű", "čšžćđ", "ăîâşţ"]
  },
  {
    encodings: ["windows-1251", "iso-8859-5", "koi8-r", "ibm866"],
    letters: [
      "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
      "оаиніверткслдупямзьгбчхйжшцїюєщфґ",
      "аоиенртсјвукдпмлзбгчшцжњђћљхџф"
    ]
  },
  { encodings: ["windows-1253", "iso-8859-7"], letters: ["αοιετνσηρπκμυλςόγίωάδήθχέύφώβξζψϊϋΐΰ"] },
  { encodings: ["windows-1254"], letters: ["ıüşğçöİâîû"] },
  { encodings: ["windows-1255"], letters: ["יוהלאתרבמשנכעדחקספגטצםןךזףץ"] },
  { encodings: ["windows-1256"], letters: ["اليمونرتبعدسهفقحكجصشةخضطزغءذثأظىئإؤآپچژگ"] },
  { encodings: ["windows-1257"], letters: ["ėšįųąžūčę", "āīšēņļūžģķč", "äõöüšž"] }
]

/** The East Asian encodings, with the likelihood of each kind of character. */
export const eastern = [
  { encoding: "shift_jis", kana: 1, han: 0.55, hangul: 0 },
  { encoding: "euc-jp", kana: 1, han: 0.5, hangul: 0 },
  { encoding: "gb18030", kana: 0.2, han: 0.55, hangul: 0 },
  { encoding: "euc-kr", kana: 0.2, han: 0.1, hangul: 0.9 },
  { encoding: "big5", kana: 0.2, han: 0.5, hangul: 0 }
]
