import { isWhole, type StaffRow } from '../db/client.ts'
import type { Decided, Effect } from './decide/decision.ts'
import { RunningState } from './running-state.ts'

const isSole = ({ role, offeredAt }: StaffRow) => role === 'owner' || offeredAt !== null

/** The net result of all effects: the last state of each row, and the sum of the changes of each count. */
export function collectChanges(decided: Decided[]) {
  const effects = decided.flatMap(({ decision }) => decision.effects)
  const of = <Kind extends Effect['kind']>(kind: Kind) =>
    effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind)
  // Applied to an empty state, the effects leave the last state of each row that they write.
  const last = new RunningState()
  last.apply(effects)
  // In the order of their first effects: by the seqs that they get, they wait.
  const written = new Set(of('put-application').map(({ row }) => row.id))
  const applications = [...written].flatMap((id) => {
    const row = last.applications.get(id)
    return row && isWhole(row) ? [row] : []
  })
  const counts = [...Map.groupBy(of('count'), ({ marathonId }) => marathonId)].map(([id, changes]) => {
    const sum = { id, registered: 0, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 }
    for (const change of changes)
      for (const name of ['registered', 'waiting', 'entered', 'unclaimed', 'promoted'] as const)
        sum[name] += change[name]
    return sum
  })
  return {
    marathons: [...last.marathons.values()],
    // Who loses the marathon, or its offer, comes first: an index holds that one alone has it.
    staff: [...last.staff.values()].sort((a, b) => Number(isSole(a)) - Number(isSole(b))),
    applications,
    entries: [...new Set(of('set-entry').map(({ row }) => row.id))].flatMap((id) => {
      const row = last.applications.get(id)
      if (!row) return []
      const { ownerUid, personKey, email, status, bib, bibKey, wantedBib, offer, ver } = row
      return [{ id, ownerUid, personKey, email, status, bib, bibKey, wantedBib, offer, ver }]
    }),
    /** Of two at one marathon, the one comes first that was moved up last. */
    movedUp: [
      ...new Set(
        of('move-up')
          .map(({ row }) => row.id)
          .reverse(),
      ),
    ]
      .reverse()
      .flatMap((id, index) => {
        const row = last.applications.get(id)
        return row ? [{ id, ver: row.ver, place: index + 1 }] : []
      }),
    checkIns: [...last.checkIns.values()],
    recordings: [...last.recordings.values()],
    rulings: [...last.rulings.values()],
    notices: [...last.notices.values()],
    deletedNotices: of('delete-notice').map(({ row: { id, marathonId } }) => ({ id, marathonId })),
    deletedMarathons: of('delete-marathon').map(({ row: { id, ownerUid, shownUntil } }) => ({
      id,
      ownerUid,
      shownUntil,
    })),
    deletedApplications: of('delete-application').map(({ row: { id, ownerUid, marathonId }, reason, isHandedOn }) => ({
      id,
      ownerUid,
      marathonId,
      reason: reason ?? '',
      isHandedOn: isHandedOn ? 1 : 0,
    })),
    counts: counts.filter(
      ({ registered, waiting, entered, unclaimed }) =>
        registered !== 0 || waiting !== 0 || entered !== 0 || unclaimed !== 0,
    ),
    draws: of('draw'),
    promotions: counts.filter(({ promoted }) => promoted > 0),
  }
}
