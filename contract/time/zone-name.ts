import { tzOffset } from '@date-fns/tz/tzOffset'

/** The cities that have a new name, and where some browsers know the zone by its old name only: old, present. */
const RENAMED = `Africa/Asmera Asmara,America/Buenos_Aires Argentina/Buenos_Aires,America/Catamarca Argentina/Catamarca,\
America/Coral_Harbour Atikokan,America/Cordoba Argentina/Cordoba,America/Godthab Nuuk,\
America/Indianapolis Indiana/Indianapolis,America/Jujuy Argentina/Jujuy,America/Louisville Kentucky/Louisville,\
America/Mendoza Argentina/Mendoza,Asia/Calcutta Kolkata,Asia/Katmandu Kathmandu,Asia/Rangoon Yangon,\
Asia/Saigon Ho_Chi_Minh,Atlantic/Faeroe Faroe,Europe/Kiev Kyiv,Pacific/Enderbury Kanton,Pacific/Ponape Pohnpei,\
Pacific/Truk Chuuk`

const PRESENT = new Map(
  RENAMED.split(',').map((pair) => {
    const [old = '', present = ''] = pair.split(' ')
    return [old, `${old.split('/')[0]}/${present}`]
  }),
)

/** The present name of a time zone, as it is shown: 'Europe/Kiev' -> 'Europe/Kyiv'. What is stored stays. */
export function presentZone(timeZone: string): string {
  return PRESENT.get(timeZone) ?? timeZone
}

/** The same with blanks: 'Asia/Saigon' -> 'Asia/Ho Chi Minh'. */
export function shownZone(timeZone: string): string {
  return presentZone(timeZone).replaceAll('_', ' ')
}

/** The zone that times of this zone are shown in: UTC where this runtime does not know it. */
export function knownZone(timeZone: string): string {
  return Number.isNaN(tzOffset(timeZone, new Date(0))) ? 'UTC' : timeZone
}
