import * as texts from '../../texts/compiled/results.js'

const KINDS: Record<string, () => string> = {
  bibsDiffer: texts.kindBibs,
  bibTwice: texts.kindTwice,
  bibUnknown: texts.kindUnknown,
  noBib: texts.kindNoBib,
  noTime: texts.kindNoTime,
  orderUnsure: texts.kindOrder,
  timesDiffer: texts.kindTimes,
  funnelLate: texts.kindLate,
  double: texts.kindDouble,
  onlyOne: texts.kindOnlyOne,
  retiredYet: texts.kindRetired,
  clock: texts.kindClock,
  guns: texts.kindGuns,
  rulingsDiffer: texts.kindRulings,
}

/** A kind of doubt in a few words. */
export function doubtTitle(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind]?.() ?? kind) : kind
}
