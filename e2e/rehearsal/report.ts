import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/local/children.ts'
import { drawTimeLine, type Row, span } from './time-line.ts'

/** What a phone comes to know in the course of the race. */
export type Fact = 'event' | 'place' | 'new start' | 'gun' | 'result'

/** What happened and who knew what when, as a text and as a picture. */
export class Report {
  readonly #begun = Date.now()
  readonly #lines: string[] = []
  readonly #rows = new Map<string, Row>()
  readonly #crowd = new Map<Fact, number[]>()
  readonly #parts: { name: string; at: number }[] = []
  readonly #moves: { at: number; ms: number }[] = []
  #phones = 0

  /** Where the report is, and pictures of what went wrong. */
  readonly folder = join(ROOT, 'test-results/rehearsal')

  /** @param title the seed and the sizes */
  constructor(title: string) {
    rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { recursive: true })
    this.#lines.push(title)
    console.log(title)
  }

  get #now(): number {
    return Date.now() - this.#begun
  }

  #row(name: string): Row {
    const row = this.#rows.get(name) ?? { name, known: [], offline: [], deaths: [] }
    this.#rows.set(name, row)
    return row
  }

  /** Notes a line. */
  say(text: string): void {
    const line = `${(this.#now / 1000).toFixed(1).padStart(6)} s  ${text}`
    this.#lines.push(line)
    console.log(line)
  }

  /** A part of the story begins. */
  part(name: string): void {
    this.#parts.push({ name, at: this.#now })
    this.say(`-- ${name}`)
  }

  /** Days pass: dates were moved in the database. */
  moved(ms: number): void {
    this.#moves.push({ at: this.#now, ms })
    this.say(`${span(ms)} pass, by dates that are moved in the database`)
  }

  /** A person's phone dies. */
  dies(name: string): void {
    this.#row(name).deaths.push(this.#now)
    this.say(`${name}'s phone dies (SIGKILL)`)
  }

  /** A person's phone knows something from now on. */
  knows(person: string, fact: Fact): void {
    const { known } = this.#row(person)
    if (known.some((one) => one.fact === fact)) return
    known.push({ fact, at: this.#now })
    this.say(`${person} knows: ${fact}`)
  }

  /** A person's phone has no network from now on, or has one again. */
  offline(person: string, isOffline: boolean): void {
    const { offline } = this.#row(person)
    const last = offline.at(-1)
    if (isOffline) offline.push({ from: this.#now, to: null })
    else if (last && last.to === null) last.to = this.#now
    this.say(`${person} has ${isOffline ? 'no network' : 'a network'}`)
  }

  /** How many simulated phones there are. */
  set phones(count: number) {
    this.#phones = count
  }

  /** One more simulated phone knows something. */
  crowdKnows(fact: Fact): void {
    this.#crowd.set(fact, [...(this.#crowd.get(fact) ?? []), this.#now])
  }

  /** Writes text and picture. */
  write(): void {
    const crowd = [...this.#crowd].map(([fact, times]) => `${fact}: ${times.length} of ${this.#phones} phones`)
    const text = [...this.#lines, '', 'What the simulated phones knew in the end', ...crowd, '']
    writeFileSync(join(this.folder, 'report.txt'), text.join('\n'))
    const picture = drawTimeLine({
      title: this.#lines[0] ?? '',
      endMs: this.#now,
      rows: [...this.#rows.values()],
      parts: this.#parts,
      moves: this.#moves,
      crowd: this.#crowd,
      phones: this.#phones,
    })
    writeFileSync(join(this.folder, 'time-line.svg'), picture)
  }
}
