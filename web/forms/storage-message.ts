import type { StorageFailure, StorageFailureReason } from '../store/outbox.ts'
import * as texts from '../texts/compiled/sync.js'

const TEXTS: Record<StorageFailureReason, () => string> = {
  full: texts.storeFull,
  refused: texts.storeRefused,
  closed: texts.storeClosed,
  silent: texts.storeSilent,
  unknown: texts.storeUnknown,
}

/** What the user is told of an edit that the phone could not store: the text, and its title in a pop-up. */
export function storageMessage({ reason }: StorageFailure): { title: string; text: string } {
  return { title: reason === 'unknown' ? texts.perhapsNotSaved() : texts.notSaved(), text: TEXTS[reason]() }
}
