/** A person's phone: what it came to know, when it had no network, and when it died, in ms since the beginning. */
export interface Row {
  name: string
  known: { fact: string; at: number }[]
  /** `to` is null where the story ended first. */
  offline: { from: number; to: number | null }[]
  deaths: number[]
}

interface TimeLine {
  title: string
  endMs: number
  rows: Row[]
  parts: { name: string; at: number }[]
  /** When dates were moved, and by how much. */
  moves: { at: number; ms: number }[]
  /** When one more of the simulated phones knew something, by what it knew. */
  crowd: ReadonlyMap<string, number[]>
  phones: number
}

const WIDTH = 1400
const LEFT = 170
const RIGHT = 80
/** Where the names of the parts begin, and where their columns do. */
const NAMES = 84
const TOP = 150
const ROW = 44
const MOST_LETTERS = 12
const COLOURS: Record<string, string> = {
  event: '#1d4ed8',
  place: '#047857',
  'new start': '#b45309',
  gun: '#b91c1c',
  result: '#6d28d9',
}

/**
 * Draws what each phone knew when, as SVG: a column for each part of the story, a row for each person, and a band for each
 * thing that simulated phones come to know.
 */
export function drawTimeLine({ title, endMs, rows, parts, moves, crowd, phones }: TimeLine): string {
  const x = columns(parts, endMs)
  const bands = TOP + rows.length * ROW + 56
  const bottom = bands + crowd.size * ROW
  const ofParts = parts.map(({ name, at }, nth) => {
    const left = x(at)
    const width = x(parts[nth + 1]?.at ?? endMs) - left
    const shade =
      nth % 2 === 0
        ? `<rect x="${left}" y="${NAMES - 16}" width="${width}" height="${bottom - NAMES + 16}" fill="#f4f4f5"/>`
        : ''
    const lines = wrapped(name).map((line, n) => text(left + 6, NAMES + n * 15, line, 'font-weight="600"'))
    return `${shade}${lines.join('')}${text(left + 6, bottom + 16, seconds(at), 'fill="#555"')}`
  })
  const ofMoves = moves.map(({ at, ms }) =>
    text(x(at) + 6, TOP - 14, `${span(ms)} pass`, 'fill="#555" font-style="italic"'),
  )
  const ofRows = rows.map(({ name, known, offline, deaths }, index) => {
    const y = TOP + index * ROW + ROW / 2
    const grey = offline.map(({ from, to }) => {
      const [left, right] = [x(from), x(to ?? endMs)]
      return `<rect x="${left}" y="${y - 8}" width="${right - left}" height="16" fill="#c9c9cd"/>`
    })
    const crosses = deaths.map(
      (at) => `<path d="M${x(at) - 6} ${y - 6}l12 12m0 -12l-12 12" stroke="#111" stroke-width="3"/>`,
    )
    const dots = known.map(({ fact, at }, nth) => {
      const label = text(x(at) + 7, y + (nth % 2 ? 20 : -9), `${fact} ${seconds(at)}`, `fill="${COLOURS[fact]}"`)
      return `<circle cx="${x(at)}" cy="${y}" r="5" fill="${COLOURS[fact]}"/>${label}`
    })
    const line = `<line x1="${LEFT}" x2="${x(endMs)}" y1="${y}" y2="${y}" stroke="#999"/>`
    return [text(10, y + 4, name), line, ...grey, ...crosses, ...dots].join('')
  })
  const ofCrowd = [...crowd].map(([fact, times], index) => {
    const base = bands + (index + 1) * ROW - 8
    const top = (count: number) => base - (count / Math.max(1, phones)) * (ROW - 18)
    const steps = times.map((at, nth) => `H${x(at)} V${top(nth + 1).toFixed(1)}`)
    const path = `M${LEFT} ${base} ${steps.join(' ')} H${x(endMs)} V${base} Z`
    let before = 0
    const counts = parts.map(({ at }, nth) => {
      const to = parts[nth + 1]?.at ?? endMs
      const count = times.filter((one) => one <= to).length
      if (count === before) return ''
      before = count
      return text(Math.max(x(at) + 6, x(to) - 34), base - 6, `${count}`, 'font-weight="600"')
    })
    const name = text(10, base - 8, fact, `fill="${COLOURS[fact]}" font-weight="600"`)
    return `${name}<path d="${path}" fill="${COLOURS[fact]}" fill-opacity="0.3"/>${counts.join('')}`
  })
  const height = bottom + 30
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<style>text { paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-linejoin: round }</style>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${text(10, 24, 'Who knew what when', 'font-size="18" font-weight="700"')}
${text(10, 44, `A dot: from then on this phone knows it. Grey bar: no network. Cross: the phone died. Italic: days that passed, by dates moved in the database. Seconds of the run; its columns are not of one scale.`)}
${text(WIDTH - 10, 24, title, 'text-anchor="end" fill="#555"')}
${ofParts.join('\n')}
${[...ofMoves, ...ofRows].join('\n')}
${text(10, bands - 10, `How many of the ${phones} simulated phones know it, and their number at the end of a part:`, 'font-weight="600"')}
${ofCrowd.join('\n')}
</svg>
`
}

/** The place of each moment. A long part gets more room than a short one, but less than its share. */
function columns(parts: TimeLine['parts'], endMs: number): (ms: number) => number {
  const ends = parts.map((_, nth) => parts[nth + 1]?.at ?? endMs)
  const rooms = parts.map(({ at }, nth) => 6 + Math.sqrt(((ends[nth] ?? endMs) - at) / 1000))
  const all = rooms.reduce((sum, room) => sum + room, 0)
  return (ms) => {
    let left = LEFT
    for (const [nth, { at }] of parts.entries()) {
      const [end, width] = [ends[nth] ?? endMs, ((rooms[nth] ?? 0) / all) * (WIDTH - LEFT - RIGHT)]
      if (ms < end) return round(left + (Math.max(0, ms - at) / (end - at)) * width)
      left += width
    }
    return round(left)
  }
}

/** The words of a name in short lines. */
function wrapped(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= MOST_LETTERS) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const round = (px: number) => Math.round(px * 10) / 10

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

/** A span of days, or of a shorter unit. */
export function span(ms: number): string {
  const [days, hours, minutes] = [ms / 86_400_000, ms / 3_600_000, ms / 60_000]
  return days >= 1
    ? `${days.toFixed(1)} days`
    : hours >= 1
      ? `${hours.toFixed(1)} hours`
      : `${minutes.toFixed(1)} minutes`
}

const text = (x: number, y: number, words: string, style = '') =>
  `<text x="${x}" y="${y}" ${style}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
