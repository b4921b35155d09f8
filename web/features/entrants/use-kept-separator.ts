import { useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { Separator } from '../../../contract/text/csv.ts'
import { useAccount } from '../../store/account-context.tsx'
import { readDraft, saveDraft } from '../../store/drafts.ts'
import { useLiveRead } from '../../store/live-read.ts'
import { language } from '../../texts/languages.ts'

const KEY = 'csv-separator'

/**
 * The separator of CSV that the user chose the last time, kept like the columns; at first the one that the user's
 * spreadsheet splits at.
 */
export function useKeptSeparator(): [Separator, (next: Separator) => void] {
  const { db } = useAccount()
  const kept = useLiveRead(() => readDraft(db, KEY).catch((error) => recordError(error, null)), [db])?.separator as
    | Separator
    | undefined
  const [chosen, setChosen] = useState<Separator>()
  const choose = (next: Separator) => {
    setChosen(next)
    void saveDraft(db, KEY, { separator: next })
  }
  return [chosen ?? kept ?? usualSeparator(navigator.language, language()), choose]
}

/**
 * The separator of spreadsheets that follow the language of this device: the semicolon where numbers have a decimal
 * comma. Where the app is shown in another language than the device, one of the two is enough.
 */
export function usualSeparator(ofDevice: string, ofApp: string): Separator {
  const locales = ofDevice.split('-')[0] === ofApp ? [ofDevice] : [ofDevice, ofApp]
  return locales.some((locale) => (1.5).toLocaleString(locale).includes(',')) ? ';' : ','
}
