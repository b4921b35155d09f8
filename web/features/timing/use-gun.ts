import { useMemo } from 'react'
import { timedOf } from '../../../contract/results/clocks.ts'
import { byWorth, ruledGun } from '../../../contract/results/gun.ts'
import { resultRows } from '../../../contract/results/result-rows.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import type { GunRows, Recorded } from './use-recorder.ts'

/**
 * When the gun was from which times count, as the list of results says it (docs/results.md); null without one.
 * @param own what this phone made, which the server may not have yet
 * @param rows what was recorded on this phone: it says what was taken back
 */
export function useGun(marathonId: string, own: GunRows, rows: readonly Recorded[] | undefined): number | null {
  const { db } = useAccount()
  const stored = useLiveRead(() => readGunRows(db, marathonId), [db, marathonId])
  const undone = (rows ?? []).filter(({ kind, isUndone }) => kind === 'gun' && isUndone).map(({ id }) => id)
  // A touch renders the screen, and changes no gun.
  const taken = undone.join()
  return useMemo(() => gunTime(own, stored, new Set(taken.split(','))), [own, stored, taken])
}

function gunTime(own: GunRows, stored: GunRows | undefined, undone: ReadonlySet<string>): number | null {
  const byId = <Row extends { _id: string }>(rows: readonly Row[]) => [
    ...new Map(rows.map((row) => [row._id, row])).values(),
  ]
  const { recordings, samples, rulings } = resultRows({
    recordings: byId([...own.recordings, ...(stored?.recordings ?? [])]),
    rulings: byId([...own.rulings, ...(stored?.rulings ?? [])]),
  })
  const counted = recordings.filter(({ id }) => !undone.has(id))
  const guns = timedOf(samples, counted).filter(({ recording }) => recording.kind === 'gun')
  return byWorth(guns, ruledGun(rulings))[0]?.time ?? null
}

/** What the gun follows from, as the server has it. The crossings say the time of a clock that was never compared with it. */
async function readGunRows(db: AccountDb, marathonId: string): Promise<GunRows> {
  return db.transaction('r', db.recordings, db.rulings, async () => {
    const ofKind = (kind: string) => db.recordings.where('[marathonId+kind]').equals([marathonId, kind])
    const [guns, samples, rulings] = await Promise.all([
      ofKind('gun').toArray(),
      ofKind('clock').toArray(),
      db.rulings.where('marathonId').equals(marathonId).toArray(),
    ])
    const known = new Set(samples.map(({ clock }) => clock))
    const unknown = new Set(guns.map(({ clock }) => clock).filter((clock) => !known.has(clock)))
    const isOfGun = ({ clock }: { clock: string }) => unknown.has(clock)
    const crossings = unknown.size === 0 ? [] : await ofKind('crossing').filter(isOfGun).toArray()
    return { recordings: [...guns, ...samples, ...crossings], rulings }
  })
}
