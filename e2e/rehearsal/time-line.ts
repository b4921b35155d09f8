/** A person's phone: what it came to know, and when it had no network, in ms since the beginning. */
export interface Row {
  name: string
  known: { fact: string; at: number }[]
  /** `to` is null where the story ended first. */
  offline: { from: number; to: number | null }[]
}

interface TimeLine {
  title: string
  endMs: number
  rows: Row[]
  parts: { name: string; at: number }[]
  /** When dates were moved. */
  moves: number[]
  /** When one more of the simulated phones knew something, by what it knew. */
  crowd: ReadonlyMap<string, number[]>
  phones: number
}

const WIDTH = 1400
const LEFT = 150
const TOP = 150
const ROW = 44
const COLOURS: Record<string, string> = {
  event: '#1d4ed8',
  place: '#047857',
  'new start': '#b45309',
  gun: '#b91c1c',
  result: '#6d28d9',
}

/** Draws what each phone knew when, as SVG: a row for each person, and a band for the simulated phones. */
export function drawTimeLine({ title, endMs, rows, parts, moves, crowd, phones }: TimeLine): string {
  const x = (ms: number) => (LEFT + (ms / endMs) * (WIDTH - LEFT - 90)).toFixed(1)
  const bottom = TOP + rows.length * ROW + crowd.size * ROW
  const ofParts = parts.map(
    ({ name, at }) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${TOP - 8}" y2="${bottom}" stroke="#c4c4c4"/>` +
      `<text transform="translate(${Number(x(at)) + 4} ${TOP - 12}) rotate(-28)">${escaped(name)}</text>`,
  )
  const ofMoves = moves.map(
    (at) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${TOP}" y2="${bottom}" stroke="#111" stroke-dasharray="2 5"><title>dates moved</title></line>`,
  )
  const ofRows = rows.map(({ name, known, offline }, index) => {
    const y = TOP + index * ROW + ROW / 2
    const dark = offline.map(
      ({ from, to }) =>
        `<rect x="${x(from)}" y="${y - 9}" width="${Number(x(to ?? endMs)) - Number(x(from))}" height="18" fill="#d4d4d4"/>`,
    )
    const dots = known.map(
      ({ fact, at }, nth) =>
        `<circle cx="${x(at)}" cy="${y}" r="5" fill="${COLOURS[fact]}"/>` +
        `<text x="${Number(x(at)) + 8}" y="${y + (nth % 2 ? 16 : -7)}" fill="${COLOURS[fact]}">${escaped(fact)} ${seconds(at)}</text>`,
    )
    return `<text x="10" y="${y + 4}">${escaped(name)}</text><line x1="${LEFT}" x2="${x(endMs)}" y1="${y}" y2="${y}" stroke="#999"/>${dark.join('')}${dots.join('')}`
  })
  const ofCrowd = [...crowd].map(([fact, times], index) => {
    const base = TOP + rows.length * ROW + (index + 1) * ROW - 6
    const height = (count: number) => (base - (count / Math.max(1, phones)) * (ROW - 12)).toFixed(1)
    const steps = times.map((at, nth) => `H${x(at)} V${height(nth + 1)}`)
    const path = `M${LEFT} ${base} ${steps.join(' ')} H${x(endMs)} V${base} Z`
    return (
      `<text x="10" y="${base - 8}">${escaped(fact)}</text><path d="${path}" fill="${COLOURS[fact]}" fill-opacity="0.35"/>` +
      `<text x="${Number(x(endMs)) + 6}" y="${base - 8}">${times.length} of ${phones}</text>`
    )
  })
  const height = bottom + 40
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="10" y="24" font-size="16">What each phone knew when. ${escaped(title)}</text>
<text x="10" y="44">Grey: no network. Dashed: dates were moved. Seconds since the beginning, ${seconds(endMs)} in all. Bands: how many simulated phones knew it.</text>
${[...ofParts, ...ofMoves, ...ofRows, ...ofCrowd].join('\n')}
</svg>
`
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
