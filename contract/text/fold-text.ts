import { latinDigits } from './latin-digits.ts'

/**
 * One letter for those that stand for each other.
 * - Letters that Unicode does not take apart into a plain letter and an accent.
 * - Letters of Arabic, Persian and Urdu keyboards that are typed for each other.
 * - Letters of other scripts that look like Latin ones, as capitals or as small letters, and small capitals.
 */
const PLAIN = new Map<string, string>([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
  ...pairs('øłđðħŧıȷɑɡɩəŋɓɗƙƴƒĸɛʋꬲꭓ', 'olddhtijagienbdkyfkevex'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...pairs('ىیېےٱةۀہۂەھکڪ', 'ييييا' + 'هههههه' + 'كك'),
  ...pairs('авекмнорстухіјѕһԁԛԝӏҽ', 'abekmhopctyxijshdqwle'),
  ...pairs('αβεζηικμνορςστυχγ', 'abezhikmvopsstuxy'),
  ...pairs('ԍѵғօհոսզցⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲭ', 'gvfohnuqgabehikmnopctx'),
  ...pairs('ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮢꮤꮥꮩꮪꮮꮯꮲꮶᏼ', 'drtiajewmhgzrwsvslcpkb'),
  ...pairs('ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'bpdtgkjczfmnlsrvhwxyaeiou'),
])
/**
 * What a search and a comparison of names pass over: accents and the signs of short vowels, the tatweel, apostrophes,
 * dashes, and what nobody sees. The vowel signs of Indic scripts and the marks of kana are no accents.
 */
const PASSED_OVER =
  /[\p{sc=Inherited}\p{Default_Ignorable_Code_Point}\p{Pd}\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u055a\u05f3\u05f4\u02bc\u0483-\u0489\u1427\u2018-\u201b\u2032\u2035\ua78b\ua78c\ua78f\u2212'`]/gu
const KANA_MARKS = '\u3099\u309a'
const LONE_ACCENT =
  /[\u00a8\u00af\u00b4\u00b8\u02b0-\u02ff\u0374\u037a\u0384\u0385\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe]/
/** How German and the Nordic languages write these letters on a keyboard without them. */
const SPELLED = new Map(pairs('äöüøå', ['ae', 'oe', 'ue', 'oe', 'aa']))

function pairs(letters: string, plain: Iterable<string>): [string, string][] {
  const all = [...plain]
  return [...letters].map((letter, index) => [letter, all[index] ?? letter])
}

/**
 * A text as names are compared and as a search looks into it: in small letters, without accents, apostrophes and
 * dashes, with Latin digits. People type 'munoz' and 'obrien', because many keyboards lack the letters of Muñoz and
 * the apostrophe of O’Brien.
 */
export function foldText(text: string): string {
  // Most names have no other letters, and 50,000 names are folded at once.
  if (!/[^ -~]/.test(text)) {
    const lower = text.toLowerCase()
    return /['`-]/.test(lower) ? lower.replace(/['`-]/g, '') : lower
  }
  let folded = ''
  for (const letter of text) folded += foldedLetters.get(letter) ?? foldLetter(letter)
  return folded
}

/** The letters that were folded before: a normalisation costs far more than a look. */
const foldedLetters = new Map<string, string>()

function foldLetter(letter: string): string {
  // The compatible form of a lone accent has a blank: in O´Brien it is an apostrophe.
  const parts = LONE_ACCENT.test(letter) ? '' : letter.toLowerCase().normalize('NFKD').toLowerCase()
  const folded = latinDigits(parts)
    .replace(PASSED_OVER, (mark) => (KANA_MARKS.includes(mark) ? mark : ''))
    .replace(/[^\0-\x7f]/gu, (one) => PLAIN.get(one) ?? one)
  foldedLetters.set(letter, folded)
  return folded
}

/** What a search looks into: the folded text, and once more with ü as ue where the text has such letters. */
export function searchText(text: string): string {
  const spelled = spelledOut(text)
  return spelled === text ? foldText(text) : `${foldText(text)} ${foldText(spelled)}`
}

/** The text with ae, oe and ue for ä, ö and ü. */
export function spelledOut(text: string): string {
  if (!/[^ -~]/.test(text)) return text
  return text.normalize('NFC').replace(/[äöüøåÄÖÜØÅ]/g, (letter) => SPELLED.get(letter.toLowerCase()) ?? letter)
}

/**
 * The words of a search. A text fits if it has one of the spellings of each word: the word as it was typed, and with ue
 * for ü.
 */
export function searchWords(typed: string): string[][] {
  return typed
    .trim()
    .split(/[\s\p{Pd}]+/u)
    .map((word) => [...new Set([foldText(word), foldText(spelledOut(word))])].filter(Boolean))
    .filter((spellings) => spellings.length > 0)
}

/** Makes a function that tells whether a `searchText` has every word of a search, in any order. */
export function findsIn(typed: string): (text: string) => boolean {
  const words = searchWords(typed)
  return (text) => words.every((spellings) => spellings.some((word) => text.includes(word)))
}
