/** Lines of a text, and the size of the letters at which all of them fit. */
export interface FittedLines {
  size: number
  lines: string[]
}

interface Room {
  width: number
  height: number
  /** The greatest size of the letters. */
  size: number
}

/** The height of a line, as a part of the size of its letters: signs above and below them have room. */
export const LINE_HEIGHT = 1.3

/** A line may end after a space or a hyphen, and after each letter of scripts that have no spaces. */
const ENDS = /(?<=[\s\p{Pd}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u

/** A longer word is broken anywhere, so that it can be read. Not where its letters are joined. */
const LONG = 30

/**
 * Breaks a text into the lines in which its letters are largest.
 * @param widthOf the width of a text whose letters have the size 1
 */
export function fitLines(text: string, widthOf: (text: string) => number, room: Room): FittedLines {
  const words = text.split(ENDS).flatMap(pieces)
  let best: FittedLines = { size: 0, lines: [] }
  for (let count = 1; count <= words.length; count += 1) {
    const highest = room.height / count / LINE_HEIGHT
    // More lines cannot have larger letters.
    if (highest <= best.size) break
    const lines = balanced(words, count, widthOf)
    const size = Math.min(room.size, highest, room.width / Math.max(...lines.map(widthOf), Number.EPSILON))
    if (size > best.size) best = { size, lines }
  }
  return best
}

function pieces(word: string): string[] {
  if (word.length <= LONG || /\p{Script=Arabic}/u.test(word)) return [word]
  return Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)
}

/** The words in so many lines at most, the longest of which is as short as it can be, nearly. */
function balanced(words: readonly string[], count: number, widthOf: (text: string) => number): string[] {
  let lines = [words.join('').trim()]
  let [low, high] = [0, lines[0] ? widthOf(lines[0]) : 0]
  for (let step = 0; step < 12; step += 1) {
    const width = (low + high) / 2
    const tried = filled(words, width, widthOf)
    if (tried.length <= count) [lines, high] = [tried, width]
    else low = width
  }
  return lines
}

/** Fills line after line; a word that is wider than a line has one alone. */
function filled(words: readonly string[], width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (line !== '' && widthOf((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = word
    } else line += word
  }
  return [...lines, line.trimEnd()]
}
