import { useSaveParts } from '../../../forms/files/use-save-parts.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { assignBibs, type WantedBib } from '../../../store/rows/many/assign-bibs.ts'
import { tellRejectedBibs } from './tell-rejected-bibs.ts'

/** Saves many bibs in parts, which takes some seconds, and can stop between two of them. */
export function useSaveBibs(entrants: ApplicationView[]) {
  return useSaveParts<readonly WantedBib[], ApplicationView[]>(entrants, { save: assignBibs, tell: tellRejectedBibs })
}
