/**
 * What a person should look at, with its evidence. `id` is the same as long as the evidence is, so that a decision can say
 * that somebody has seen it.
 * - `bibsDiffer`: the recordings of one crossing name several bibs.
 * - `bibTwice`: a bib crossed a point twice.
 * - `bibUnknown`: nobody has this bib.
 * - `noBib`: somebody crossed, and nobody says who.
 * - `noTime`: a bib came into the funnel, and no crossing fits.
 * - `orderUnsure`: between two known bibs of the funnel are more times than bibs, or fewer: each may be one place wrong.
 * - `timesDiffer`: the times of one crossing lie apart.
 * - `funnelLate`: the way from the line to the place in the funnel took unusually long, or short.
 * - `double`: one phone has two crossings at almost one time, and others have one.
 * - `onlyOne`: one phone has a crossing that the others, which were recording, have not.
 * - `retiredYet`: somebody handed in that a bib retired, and it crossed the finish.
 * - `clock`: nobody knows the time of a clock well.
 * - `guns`: two guns lie apart.
 * - `rulingsDiffer`: two people decided differently, and neither knew what the other one had decided.
 */
export type DoubtKind =
  | 'bibsDiffer'
  | 'bibTwice'
  | 'bibUnknown'
  | 'noBib'
  | 'noTime'
  | 'orderUnsure'
  | 'timesDiffer'
  | 'funnelLate'
  | 'double'
  | 'onlyOne'
  | 'retiredYet'
  | 'clock'
  | 'guns'
  | 'rulingsDiffer'

export interface Doubt {
  id: string
  kind: DoubtKind
  point: string
  /** When it happened, ms since the epoch. */
  time: number
  /** The bibs that it is about. */
  bibs: string[]
  /** The ids of the recordings that are its evidence, in the order of their times. */
  recordings: string[]
  /** How far the times lie apart, or a clock may be off, in ms. */
  apart?: number
  /** The ids of the rulings that contradict each other, the one that counts at the end. */
  rulings?: string[]
}

/** A doubt with its id: the kind, and a hash of the point, the bibs and the evidence. */
export function doubt(kind: DoubtKind, of: Omit<Doubt, 'id' | 'kind'>): Doubt {
  const about = [of.point, ...inOrder(of.bibs), ...inOrder(of.recordings), ...inOrder(of.rulings ?? [])].join('\n')
  return { ...of, kind, id: `${kind}:${hashOf(about)}` }
}

/** Nearly all have one. */
function inOrder(texts: readonly string[]): readonly string[] {
  return texts.length > 1 ? texts.toSorted() : texts
}

/** Two hashes of 32 bits in hex (FNV-1a): no secret, only short. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
