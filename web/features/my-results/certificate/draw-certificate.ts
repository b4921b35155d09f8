import { type FittedLines, fitLines, LINE_HEIGHT } from './fit-lines.ts'

/** What stands on a certificate. */
export interface CertificateWords {
  direction: 'ltr' | 'rtl'
  product: string
  heading: string
  name: string
  title: string
  /** The day, the distance and the bib. */
  about: string
  timeLabel: string
  time: string
  /** The places and the pace: four at most. */
  facts: readonly { label: string; value: string }[]
  official: string
}

/** A4 with 300 dots an inch. */
export const PAPER = { width: 2480, height: 3508 }
/** Where the name stands. Nothing else is in it. */
export const NAME_BOX = { x: 200, y: 960, width: 2080, height: 500 }
const TITLE_BOX = { ...NAME_BOX, y: 1480, height: 350 }
const ABOUT_BOX = { ...NAME_BOX, y: 1860, height: 110 }
const BAND = 860
const INK = '#0e1320'
const SOFT = '#4a5163'
const FLARE = '#ff4d2e'
const CHALK = '#f7f3ec'

/** The font of a text. The widths are those of headings in styles.css, as far as a canvas can say them. */
const font = (size: number, weight: number, stretch = 'normal') =>
  `${weight} ${stretch} ${size}px Certificate, system-ui, sans-serif`
const HEADING = [750, 'semi-expanded'] as const

/** Draws a certificate on a canvas as large as `PAPER`. Its typefaces must be there: see `loadTypefaces`. */
export function drawCertificate(pen: CanvasRenderingContext2D, words: CertificateWords) {
  const isRtl = words.direction === 'rtl'
  const { width, height } = PAPER
  pen.direction = words.direction
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'start'
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  drawBand(pen, isRtl)
  /** From the side where lines start. */
  const at = (x: number) => (isRtl ? width - x : x)

  const write = (text: string, x: number, y: number, look: { font: string; colour: string }) => {
    pen.font = look.font
    pen.fillStyle = look.colour
    pen.fillText(text, at(x), y)
  }
  const writeIn = (
    text: string,
    box: typeof NAME_BOX,
    size: number,
    look: { weight: number; stretch?: string; colour: string },
  ) => {
    const fitted = fitLines(text, widthIn(pen, look.weight, look.stretch), { ...box, size })
    writeLines(pen, fitted, at(box.x), box.y + (box.height - fitted.lines.length * fitted.size * LINE_HEIGHT) / 2, look)
  }

  write(words.product, 200, 300, { font: font(76, ...HEADING), colour: CHALK })
  writeIn(words.heading, { x: 200, y: 400, width: 1060, height: 340 }, 210, {
    weight: 800,
    stretch: 'semi-expanded',
    colour: CHALK,
  })
  writeIn(words.name, NAME_BOX, 230, { weight: 800, colour: INK })
  writeIn(words.title, TITLE_BOX, 120, { weight: 700, colour: INK })
  writeIn(words.about, ABOUT_BOX, 68, { weight: 500, colour: SOFT })
  pen.fillStyle = FLARE
  pen.fillRect(isRtl ? width - 200 - 240 : 200, 2060, 240, 20)
  write(words.timeLabel, 200, 2240, { font: font(68, 500), colour: SOFT })
  writeIn(words.time, { x: 200, y: 2270, width: 2080, height: 520 }, 400, { weight: 850, colour: INK })
  const column = 2080 / Math.max(2, words.facts.length)
  for (const [index, { label, value }] of words.facts.entries()) {
    const box = { x: 200 + index * column, width: column - 60 }
    writeIn(label, { ...box, y: 2850, height: 90 }, 58, { weight: 500, colour: SOFT })
    writeIn(value, { ...box, y: 2940, height: 150 }, 100, { weight: 800, colour: INK })
  }
  pen.fillStyle = INK
  pen.fillRect(200, 3230, 2080, 4)
  write(words.official, 200, 3330, { font: font(52, 500), colour: SOFT })
}

/** The dark band with lanes that go into a bend, as on the product's pages. */
function drawBand(pen: CanvasRenderingContext2D, isRtl: boolean) {
  pen.save()
  if (isRtl) pen.transform(-1, 0, 0, 1, PAPER.width, 0)
  pen.fillStyle = INK
  pen.fillRect(0, 0, PAPER.width, BAND)
  pen.beginPath()
  pen.rect(0, 0, PAPER.width, BAND)
  pen.clip()
  for (let lane = 0; lane < 5; lane += 1) {
    const radius = 760 - lane * 140
    pen.beginPath()
    pen.moveTo(1300 + lane * 60, 100 + lane * 140)
    pen.arc(PAPER.width - 200 - lane * 140 - radius, 100 + lane * 140 + radius, radius, -Math.PI / 2, 0)
    pen.lineTo(PAPER.width - 200 - lane * 140, BAND + 20)
    pen.lineWidth = 14
    pen.strokeStyle = lane === 0 ? FLARE : '#2b3550'
    pen.stroke()
  }
  pen.restore()
}

/** Measures texts whose letters have the size 1. */
function widthIn(pen: CanvasRenderingContext2D, weight: number, stretch?: string): (text: string) => number {
  return (text) => {
    pen.font = font(100, weight, stretch)
    return pen.measureText(isolated(text)).width / 100
  }
}

function writeLines(
  pen: CanvasRenderingContext2D,
  { size, lines }: FittedLines,
  x: number,
  top: number,
  look: { weight: number; stretch?: string; colour: string },
) {
  pen.font = font(size, look.weight, look.stretch)
  pen.fillStyle = look.colour
  for (const [index, line] of lines.entries())
    pen.fillText(isolated(line), x, top + (index * LINE_HEIGHT + 0.98) * size)
}

/** A text whose direction is that of its first letter, whatever that of the certificate is. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/**
 * Loads the files of the typeface that have the letters of a certificate. Where they cannot be had, the system's are
 * drawn.
 */
export async function loadTypefaces(words: CertificateWords): Promise<void> {
  const all = [
    words.product,
    words.heading,
    words.name,
    words.title,
    words.about,
    words.timeLabel,
    words.time,
    words.official,
  ]
  const text = [...all, ...words.facts.flatMap(({ label, value }) => [label, value])].join(' ')
  await Promise.all(
    [font(100, 500), font(100, 800), font(100, ...HEADING)].map((look) => document.fonts.load(look, text)),
  )
}
