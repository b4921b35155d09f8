import { useAccount } from '../../../store/account-context.tsx'
import type { AccountDb } from '../../../store/account-db.ts'
import { useLiveRead } from '../../../store/live-read.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from '../../../store/overlay.ts'
import { bibKeyOf } from '../../../store/rows/entrants.ts'

// Only the screens of check-in load this file.

/** A bib that an entrant holds and that is not the entrant's. */
export interface BibClash {
  bib: string
  /** Who holds it. */
  holder: ApplicationView
  /** Whose it is; null where this phone knows nobody. */
  owner: ApplicationView | null
}

/** The bibs of a marathon that two entrants hold, live; undefined until they are read. */
export function useBibClashes(marathonId: string): BibClash[] | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readBibClashes(db, marathonId), [db, marathonId])
}

/** Reads the bibs that are settled by nobody, with the queued edits over them. Only these entrants are read. */
export function readBibClashes(db: AccountDb, marathonId: string): Promise<BibClash[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const wanting = db.applications.where('[marathonId+wantedBib]')
    const rows = await wanting.between([marathonId, ''], [marathonId, '\uffff']).toArray()
    const owners = await Promise.all(
      rows.map(({ wantedBib }) => {
        const spellings = new Set([String(wantedBib), String(bibKeyOf({ bib: wantedBib }))])
        const keys = [...spellings].map((bib): [string, string] => [marathonId, bib])
        return db.applications.where('[marathonId+bib]').anyOf(keys).first()
      }),
    )
    const all = [...rows, ...owners.flatMap((row) => row ?? [])]
    const targets = all.map(({ _id }) => `application:${_id}`)
    const queued = opsByTarget(await db.outbox.where('target').anyOf(targets).sortBy('n'))
    const seen = (row: (typeof all)[number] | undefined) =>
      row ? overlayApplication(row, queued.get(`application:${row._id}`) ?? []) : null
    return rows.flatMap((row, index): BibClash[] => {
      const [holder, owner] = [seen(row), seen(owners[index])]
      if (!holder?.wantedBib) return []
      const isOwner = owner !== null && bibKeyOf(owner) === bibKeyOf({ bib: holder.wantedBib })
      return [{ bib: holder.wantedBib, holder, owner: isOwner ? owner : null }]
    })
  })
}
