import { formatRaceTime } from '../../../contract/results/race-time.ts'
import type { SyncRuling } from '../../../contract/results/recording-schema.ts'
import * as texts from '../../texts/compiled/results.js'
import { formatTenths } from '../../ui/format/format.ts'
import { pointName } from '../race/point-name.ts'
import { doubtTitle } from './doubt-title.ts'

/** What a ruling says. @param times when the recordings were, ISO 8601, by their ids */
export function rulingSentence(row: SyncRuling, times: ReadonlyMap<string, string>, timeZone: string): string {
  const { kind, recordingId, bib, point, time, since, state, reason } = row
  const at = times.get(recordingId ?? '')
  const when = at === undefined ? '' : formatTenths(Date.parse(at), timeZone)
  switch (kind) {
    case 'bib':
      return bib === '' ? texts.ruledNobody({ time: when }) : texts.ruledBib({ time: when, bib })
    case 'time': {
      const where = pointName(point)
      if (since !== null) return texts.ruledSince({ bib, point: where, time: formatRaceTime(since) })
      return time === null
        ? texts.ruledNoTime({ bib, point: where })
        : texts.ruledTime({ bib, point: where, time: formatTenths(Date.parse(time), timeZone) })
    }
    case 'state':
      return texts.ruledState({ bib, state: state ?? 'none', reason })
    case 'gun':
      return texts.ruledGun({ time: when })
    case 'start':
      return time === null ? texts.ruledOpen() : texts.ruledClosed()
    case 'seen':
    case 'undo':
      return texts.ruledSeen({ doubt: doubtTitle(row.doubt.split(':', 1)[0] ?? '') })
  }
}
