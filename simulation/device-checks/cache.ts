import { may, type Role } from '../../contract/roles.ts'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { stable, Violation } from '../oracle/violation.ts'
import { answersIn, isAnswer, listOf } from '../reference/questions.ts'
import { camel } from '../reference/values.ts'
import type { Row } from '../sim-d1.ts'
import { type Disk, idsOf, parse, visibleNotices } from './disk.ts'
import { checkRoles } from './roles.ts'

/** INV-6 and INV-10: the cache has every visible row up to the cursor with its current fields, and no other row. */
export function checkCache(device: Device, oracle: Oracle, disk: Disk, latestNow: number) {
  const { uid } = device
  const cursor = parse(disk.sync?.cursor)
  const gen = disk.sync?.gen ?? 0
  const recorded = [...disk.recordings, ...disk.rulings]
  const rows = [...disk.marathons, ...disk.applications, ...disk.checkIns, ...recorded, ...disk.notices]
  const isResetting = [...rows, ...disk.staff].some((row) => row.gen < gen)
  const applied = new Set(oracle.tables.applications.filter((a) => a.owner_uid === uid).map((a) => a.marathon_id))
  const live = new Set(oracle.tables.marathons.map((m) => m.id))
  const cutoff = pastMarathonCutoff(latestNow)
  const cached = new Map<string, object>(rows.map((row) => [row._id, row]))

  const isHere = cursor.epoch === oracle.tables.clock.epoch
  const roles = oracle.tables.staff.filter((row) => row.uid === uid)
  /** Those that this phone must know: it has read everything, or has started over, since the account sees what it sees. */
  const known = roles.filter((row) => isHere && Math.max(cursor.seq, cursor.began) >= Number(row.view_seq))
  const here = known.filter((row) => row.removed_at === null)
  const leading = idsOf(here.filter((row) => may(row.role as Role, 'organise')))
  const staffed = idsOf(here)
  const timed = idsOf(here.filter((row) => may(row.role as Role, 'time')))
  const removed = idsOf(known.filter((row) => row.removed_at !== null && cursor.seq >= Number(row.seq)))
  /** Marathons where the account was removed, and this phone does not know it yet. */
  const leaving = idsOf(roles.filter((row) => row.removed_at !== null && Number(row.seq) > cursor.seq))
  /** Marathons where the account's role has changed, and this phone does not know it yet. */
  const unsure = new Set([...idsOf(roles.filter((row) => !known.includes(row))), ...leaving])
  const gone = (type: string, id: unknown) => {
    const seq = oracle.gone.get(`${type}:${id}`)
    return seq !== undefined && seq <= cursor.seq && cursor.epoch === oracle.tables.clock.epoch && !isResetting
  }
  const isOwnEntry = (id: unknown) => oracle.owners.get(`application:${id}`)?.owner === uid
  checkRoles(device, oracle, disk, {
    helping: isResetting ? new Set() : new Set([...staffed].filter((id) => !leading.has(id))),
    removed: isResetting ? new Set() : removed,
    notTiming: isResetting ? new Set() : new Set([...removed, ...staffed].filter((id) => !timed.has(id))),
    isOwnEntry,
  })
  for (const row of isResetting ? [] : known) {
    const marathon = oracle.tables.marathons.find(({ id }) => id === row.marathon_id)
    const have = disk.marathons.find(({ _id }) => _id === row.marathon_id)
    const role = row.removed_at === null ? row.role : null
    const isTold = cursor.seq >= Math.max(Number(marathon?.seq), Number(row.seq))
    if (have && isTold && have.role !== role)
      throw new Violation('INV-5', `${device.name} has the role ${have.role} and not ${role}`, row)
  }
  const expectRow = (row: Row, isVisible: boolean) => {
    if (!isVisible || Number(row.seq) > cursor.seq || cursor.epoch !== oracle.tables.clock.epoch) return
    const have = cached.get(String(row.id)) as Record<string, unknown> | undefined
    if (!have) throw new Violation('INV-6', `${device.name} at ${disk.sync?.cursor} lacks a row`, row)
    // Whether results show the name is the runner's word, and told to no helper (`checkRoles`).
    const isUntold = (name: string) => name === 'hidesName' && !('phoneNumber' in have) && row.owner_uid !== null
    const want = Object.entries(camel(row)).filter(([name]) => name in have && !isUntold(name))
    const wrong = want.filter(([name, value]) => have[name] !== value)
    if (wrong.length > 0) throw new Violation('INV-6', `${device.name} holds an old row`, { wrong, have, row })
  }
  /**
   * INV-31: of the answers, the runner and organisers have all, helpers those that staff see, and of notes the runner
   * what is shown.
   */
  const expectAnswers = (a: Row) => {
    const m = oracle.tables.marathons.find(({ id }) => id === a.marathon_id)
    const shown = listOf(m?.staff_fields).flatMap(({ id, isShown }) => (isShown ? [`staff.${id}`] : []))
    const seenByStaff = listOf(m?.questions).flatMap(({ id, staffSees }) => (staffSees ? [`answers.${id}`] : []))
    const isOwn = a.owner_uid === uid
    const may = (field: string) =>
      (m !== undefined && leading.has(a.marathon_id)) ||
      (isOwn ? /^answers/.test(field) || shown.includes(field) : seenByStaff.includes(field))
    // Before this phone has heard of another role or of the deletion, it has what staff noted, or has not.
    const isUnsure = unsure.has(a.marathon_id) || (m === undefined && !gone('marathon', a.marathon_id))
    const isChecked = (field: string) => isAnswer(field) && (!isUnsure || /^answers/.test(field))
    const checked = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([field]) => isChecked(field)))
    const all = checked(answersIn(camel(a)))
    const want = Object.fromEntries(Object.entries(all).filter(([field]) => may(field)))
    const have = checked(cached.get(String(a.id)) ?? {})
    if (stable(have) !== stable(want))
      throw new Violation('INV-31', `${device.name} has other answers than it may see`, { have, want, row: a })
  }
  /** The marathon as this account is told of it: of what staff note, others than organisers learn what is shown. */
  const asTold = ({ staff_fields: all, ...m }: Row): Row => {
    const shown = listOf(all).filter(({ isShown }) => isShown)
    const told = leading.has(m.id) ? (all ?? '') : shown.length > 0 ? JSON.stringify(shown) : ''
    return unsure.has(m.id) ? m : { ...m, staff_fields: told }
  }
  for (const m of oracle.tables.marathons) {
    const isConcerned = applied.has(m.id) || staffed.has(m.id)
    const isPublic = String(m.start_date) >= cutoff && m.hidden_at === null
    expectRow(asTold(m), isPublic || isConcerned)
    // Whoever left the marathon keeps it until the last page of a pull, which checkConverged checks.
    const everConcerned = oracle.isConcerned(String(m.id), uid)
    const isTold = isHere && Number(m.seq) <= cursor.seq && !isResetting
    if (m.hidden_at !== null && !everConcerned && isTold && cached.has(String(m.id)))
      throw new Violation('INV-6', `${device.name} still holds a hidden marathon`, m)
  }
  for (const a of oracle.tables.applications) {
    // The secret of an offer is the runner's own.
    const seen = a.owner_uid === uid ? a : { ...a, offer: null }
    const isVisible = a.owner_uid === uid || (staffed.has(a.marathon_id) && live.has(a.marathon_id))
    expectRow(seen, isVisible)
    if (isVisible && isHere && Number(a.seq) <= cursor.seq) expectAnswers(a)
  }
  for (const c of oracle.tables.checkIns) {
    expectRow(
      { ...c, gate: c.point, confirmed: c.confirmed === 1 } as unknown as Row,
      staffed.has(c.marathon_id) && live.has(c.marathon_id),
    )
  }
  for (const c of [...oracle.tables.recordings, ...oracle.tables.rulings]) {
    const { confirmed, ...row } = c.confirmed === undefined ? c : { ...c, confirmed: c.confirmed === 1 }
    const named = {
      ...row,
      clock: c.clock_id,
      of: c.of_id,
      by: c.by_name,
      ...(confirmed === undefined ? {} : { confirmed }),
    }
    expectRow(named as unknown as Row, timed.has(c.marathon_id) && live.has(c.marathon_id))
  }
  const kept = new Map(disk.ownResults.map((row) => [row._id, row]))
  for (const r of oracle.tables.results.filter((row) => row.owner_uid === uid)) {
    if (!isHere || Number(r.seq) > cursor.seq) continue
    const have = kept.get(String(r.id)) as Record<string, unknown> | undefined
    const wrong = Object.entries(camel(r)).filter(([name, value]) => have && name in have && have[name] !== value)
    if (!have || wrong.length > 0)
      throw new Violation('INV-6', `${device.name} lacks an own result`, { have, r, wrong })
  }
  for (const { _id } of isResetting ? [] : disk.ownResults) {
    const r = oracle.tables.results.find(({ id }) => id === _id)
    if (r && r.owner_uid !== uid) throw new Violation('INV-10', 'somebody else’s result', r)
  }
  for (const [type, rows] of [
    ['marathon', disk.marathons],
    ['application', disk.applications],
  ] as const) {
    for (const row of rows) {
      // The pull does not send the deletion of a marathon outside the 30-day window. The phone removes such a row after
      // the last page of a pull, which checkConverged checks.
      const isOutOfWindow = type === 'marathon' && row.startDate < cutoff
      // A helper who was removed is told of no more deletions. All entrants leave when the phone learns of the removal.
      const isLeaving = 'marathonId' in row && !row.mine && leaving.has(row.marathonId)
      if (gone(type, row._id) && !isOutOfWindow && !isLeaving)
        throw new Violation('INV-6', `${device.name} still holds a deleted row`, row)
      const owners = oracle.owners.get(`${type}:${row._id}`)
      if (!owners) throw new Violation('INV-10', 'a row that never was', row)
      const wasStaff = oracle.wasStaff(owners.marathon, uid)
      const isOwn = 'role' in row ? row.role !== null : row.mine
      const mayBeOwn = 'role' in row ? wasStaff : owners.owner === uid
      if (isOwn && !mayBeOwn) throw new Violation('INV-10', 'somebody else’s row as one’s own', row)
      if (type === 'application' && owners.owner !== uid && !wasStaff) {
        throw new Violation('INV-10', 'somebody else’s application', row)
      }
    }
  }
  // That a marathon was deleted is told to its runners alone.
  const visible = visibleNotices(oracle, uid, new Set([...staffed].filter((id) => live.has(id))), disk)
  for (const [id, seq] of visible) {
    if (isHere && seq <= cursor.seq && !cached.has(id))
      throw new Violation('INV-21', `${device.name} at ${disk.sync?.cursor} lacks a notice`, { id, seq })
  }
  for (const { _id: id, marathonId } of disk.notices) {
    oracle.checkReader(id, uid)
    // The pull tells the deletion of a notice to accounts that it concerns now. Where the last own application was
    // deleted too, the phone removes the notices with it, maybe with a later page. checkConverged checks that.
    const isConcerned = staffed.has(marathonId) || applied.has(marathonId)
    if (isConcerned && gone('notice', id))
      throw new Violation('INV-21', `${device.name} still holds a deleted notice`, id)
  }
  for (const row of disk.checkIns) {
    if (!oracle.wasStaff(row.marathonId, uid)) throw new Violation('INV-10', 'somebody else’s check-in', row)
    if (gone('marathon', row.marathonId) || gone('application', row.applicationId))
      throw new Violation('INV-6', 'a check-in of a deleted row', row)
  }
  for (const row of recorded) {
    if (!oracle.hasTimed(row.marathonId, uid))
      throw new Violation('INV-19', 'a recording that is not theirs to see', row)
    if (gone('marathon', row.marathonId)) throw new Violation('INV-6', 'a recording of a deleted event', row)
  }
  // The deletion of a marathon removes its entrants from the phone, but not the account's own applications.
  for (const row of disk.applications) {
    if (!row.mine && gone('marathon', row.marathonId))
      throw new Violation('INV-6', 'an entrant of a deleted event', row)
  }
}
