import type { HistoryRow } from '../../../contract/history.ts'
import type { Asked } from '../../forms/labels.ts'
import { fieldNames } from '../../status/describe-op.ts'
import * as texts from '../../texts/compiled/history.js'
import { listOf } from '../../texts/list.ts'

/**
 * What a change was, as a text: "Bib of Ada Lauf", "Event: location".
 * @param name of the entrant or of staff, or ''
 * @param asked by the marathon
 */
export function whatMessage({ type, fields }: HistoryRow, name: string, asked?: Asked): string {
  const known = name ? 'yes' : 'no'
  const list = listOf(fieldNames(fields, asked))
  switch (type) {
    case 'marathon.create':
      return texts.eventCreated()
    case 'marathon.update':
      return texts.eventChanged({ fields: list })
    case 'marathon.draw':
      return texts.drawn()
    case 'marathon.publish':
      return texts.resultsPublished()
    case 'results.official':
      return texts.resultsOfficial()
    case 'results.correct':
      return texts.resultsCorrected()
    case 'application.update':
      return texts.entryChanged({ known, name, fields: list })
    case 'application.delete':
      return texts.entryDeleted()
    case 'application.assignBib':
      return texts.bibChanged({ known, name })
    case 'application.correct':
      return texts.entryCorrected({ known, name, fields: list })
    case 'application.withdraw':
      return texts.entryWithdrawn()
    case 'application.moveUp':
      return texts.movedUp({ known, name })
    case 'application.walkIn':
      return texts.walkedIn({ known, name })
    case 'application.confirm':
      return texts.entryConfirmed({ known, name })
    case 'application.claim':
      return texts.entryClaimed({ known, name })
    case 'application.offer':
      return texts.placeOffered({ known, name })
    case 'application.takeOver':
      return texts.placeTaken({ known, name })
    case 'application.defer':
      return texts.placeDeferred()
    case 'ruling.create':
      return texts.ruled()
    case 'notice.create':
      return texts.noticeWritten()
    case 'notice.delete':
      return texts.noticeDeleted()
    case 'staff.update':
      return fields.includes('isOffered') ? texts.offerChanged({ known, name }) : texts.roleChanged({ known, name })
    case 'staff.delete':
      return texts.roleEnded({ known, name })
    case 'staff.takeOver':
      return texts.tookOver()
  }
  // A newer server tells more.
  return texts.unknownChange()
}

/** When a change was made, and by whom. */
export function whoMessage({ who, by }: HistoryRow, time: string): string {
  if (who === 'runner') return texts.byRunner({ time })
  if (who === 'deleted') return texts.byDeleted({ time })
  return by ? texts.byStaff({ time, name: by }) : texts.byUnnamed({ time })
}
