import * as texts from '../../texts/compiled/entrants.js'

/** Most lines in the list. The rest is counted. */
const MOST_LINES = 50

const TONES = { danger: 'border-danger bg-danger-tint', plain: 'border-edge bg-sunken' }

type LineListProps = { lines: readonly { line: number; message: string }[]; tone?: keyof typeof TONES }

/** Lines of a file, with a sentence about each. */
export function LineList({ lines, tone = 'danger' }: LineListProps) {
  const more = lines.length - MOST_LINES
  return (
    <ul className={`mt-2 grid gap-1 rounded-md border-s-4 px-4 py-3 wrap-anywhere ${TONES[tone]}`}>
      {lines.slice(0, MOST_LINES).map(({ line, message }) => (
        <li key={line}>{texts.problemInLine({ line: String(line), problem: message })}</li>
      ))}
      {more > 0 && <li>{texts.andMore({ count: more })}</li>}
    </ul>
  )
}
