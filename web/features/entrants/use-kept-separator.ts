import type { Separator } from '../../../contract/text/csv.ts'
import { useKept } from '../../store/use-kept.ts'
import { language } from '../../texts/languages.ts'

/** The separator of CSV that the user chose the last time; at first the one that the user's spreadsheet splits at. */
export function useKeptSeparator(): [Separator, (next: Separator) => void] {
  const [kept, keep] = useKept('csv-separator')
  const separator = (kept?.separator as Separator | undefined) ?? usualSeparator(navigator.language, language())
  return [separator, (next) => keep({ separator: next })]
}

/**
 * The separator of spreadsheets that follow the language of this device: the semicolon where numbers have a decimal
 * comma. Where the app is shown in another language than the device, one of the two is enough.
 */
export function usualSeparator(ofDevice: string, ofApp: string): Separator {
  const locales = ofDevice.split('-')[0] === ofApp ? [ofDevice] : [ofDevice, ofApp]
  return locales.some((locale) => (1.5).toLocaleString(locale).includes(',')) ? ';' : ','
}
