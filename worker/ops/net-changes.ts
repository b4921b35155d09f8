import {
  type ApplicationCore,
  type ApplicationRow,
  type CheckInRow,
  isWhole,
  type MarathonRow,
  type NoticeRow,
  type StaffRow,
} from '../db/client.ts'
import { accountSlot, type Decided } from './decide/decision.ts'

/** The net result of all effects: the last state of each row, and the sum of the changes of each count. */
export function collectChanges(decided: Decided[]) {
  const marathons = new Map<string, MarathonRow>()
  const staff = new Map<string, StaffRow>()
  const applications = new Map<string, ApplicationRow>()
  /** Those of which nothing but the bib changes. */
  const bibs = new Map<string, ApplicationCore>()
  const checkIns = new Map<string, CheckInRow>()
  const notices = new Map<string, NoticeRow>()
  const deletedNotices = new Map<string, { id: string; marathonId: string }>()
  const deletedMarathons = new Map<string, { id: string; ownerUid: string; shownUntil: string }>()
  const deletedApplications = new Map<string, { id: string; ownerUid: string | null; marathonId: string }>()
  const counts = new Map<string, { registered: number; waiting: number; entered: number; promoted: number }>()
  const draws: { marathonId: string; order: string[]; places: number }[] = []
  for (const effect of decided.flatMap(({ decision }) => decision.effects)) {
    if (effect.kind === 'put-marathon') marathons.set(effect.row.id, effect.row)
    if (effect.kind === 'put-staff') staff.set(accountSlot(effect.row.marathonId, effect.row.uid), effect.row)
    if (effect.kind === 'put-application') {
      applications.set(effect.row.id, effect.row)
      bibs.delete(effect.row.id)
    }
    if (effect.kind === 'set-bib') {
      if (applications.has(effect.row.id) && isWhole(effect.row)) applications.set(effect.row.id, effect.row)
      else bibs.set(effect.row.id, effect.row)
    }
    if (effect.kind === 'put-check-in') checkIns.set(effect.row.id, effect.row)
    if (effect.kind === 'put-notice') notices.set(effect.row.id, effect.row)
    if (effect.kind === 'delete-notice') {
      const { id, marathonId } = effect.row
      notices.delete(id)
      deletedNotices.set(id, { id, marathonId })
    }
    if (effect.kind === 'delete-marathon') {
      marathons.delete(effect.row.id)
      const { id, ownerUid, shownUntil } = effect.row
      deletedMarathons.set(id, { id, ownerUid, shownUntil })
      for (const [id, row] of checkIns) if (row.marathonId === effect.row.id) checkIns.delete(id)
      for (const [id, row] of notices) if (row.marathonId === effect.row.id) notices.delete(id)
    }
    if (effect.kind === 'delete-application') {
      applications.delete(effect.row.id)
      bibs.delete(effect.row.id)
      const { id, ownerUid, marathonId } = effect.row
      deletedApplications.set(id, { id, ownerUid, marathonId })
      for (const [checkInId, row] of checkIns) if (row.applicationId === id) checkIns.delete(checkInId)
    }
    if (effect.kind === 'draw') draws.push(effect)
    if (effect.kind === 'count') {
      const sum = counts.get(effect.marathonId) ?? { registered: 0, waiting: 0, entered: 0, promoted: 0 }
      sum.registered += effect.registered
      sum.waiting += effect.waiting
      sum.entered += effect.entered
      sum.promoted += effect.promoted
      counts.set(effect.marathonId, sum)
    }
  }
  return {
    marathons: [...marathons.values()],
    staff: [...staff.values()],
    applications: [...applications.values()],
    bibs: [...bibs.values()].map(({ id, bib, bibKey, ver }) => ({ id, bib, bibKey, ver })),
    checkIns: [...checkIns.values()],
    notices: [...notices.values()],
    deletedNotices: [...deletedNotices.values()],
    deletedMarathons: [...deletedMarathons.values()],
    deletedApplications: [...deletedApplications.values()],
    counts: [...counts]
      .filter(([, { registered, waiting, entered }]) => registered !== 0 || waiting !== 0 || entered !== 0)
      .map(([id, { registered, waiting, entered }]) => ({ id, registered, waiting, entered })),
    draws,
    promotions: [...counts].filter(([, { promoted }]) => promoted > 0).map(([id, { promoted }]) => ({ id, promoted })),
  }
}
