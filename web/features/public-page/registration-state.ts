import type { PublicPage } from '../../../contract/marathon.ts'
import { isRegistrationOpen, windowState } from '../../../contract/time/dates.ts'
import { cancelledMessage, windowMessage, windowTone } from '../../marathon/registration-window.ts'
import * as texts from '../../texts/compiled/public-page.js'
import type { BadgeTone } from '../../ui/badge.tsx'

/** The state of a registration: in a few words with their tone, and in a sentence. */
export interface RegistrationState {
  isOpen: boolean
  tone: BadgeTone
  words: string
  sentence: string
}

/** What becomes of somebody who wants to register now. */
export function registrationState(page: PublicPage, now: number): RegistrationState {
  const isOpen = isRegistrationOpen(page, now)
  const words = windowMessage(page, now)
  const state = { isOpen, tone: windowTone(page, now), words, sentence: cancelledMessage(page) ?? words }
  if (page.cancelled) return state
  if (page.registration === 'ballot') {
    return windowState(page, now) === 'after' ? state : { ...state, sentence: texts.ballot({ window: words }) }
  }
  if (!isOpen || !page.isFull) return state
  return { ...state, tone: 'soon', words: texts.full(), sentence: texts.fullSentence({ window: words }) }
}
