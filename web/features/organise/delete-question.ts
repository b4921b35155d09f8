import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as overview from '../../texts/compiled/overview.js'
import { applicants } from './overview/to-do.ts'

/** The question before a marathon is deleted. It names the marathon, and how many entries go with it. */
export function deleteQuestion(marathon: MarathonView) {
  const count = applicants(marathon)
  return {
    question: texts.deleteMarathonQuestion(),
    warning: `${marathon.title}\n${[texts.deleteMarathonWarning(), ...(count > 0 ? [overview.entriesGo({ count })] : [])].join(' ')}`,
    done: texts.deleteMarathonDone(),
  }
}
