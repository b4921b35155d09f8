import type { Separator } from '../../../contract/text/csv.ts'

/**
 * The separator of spreadsheets that follow the language of this device: the semicolon where numbers have a decimal
 * comma. Where the app is shown in another language than the device, one of the two is enough.
 */
export function usualSeparator(ofDevice: string, ofApp: string): Separator {
  const locales = ofDevice.split('-')[0] === ofApp ? [ofDevice] : [ofDevice, ofApp]
  return locales.some((locale) => (1.5).toLocaleString(locale).includes(',')) ? ';' : ','
}
