import { DAY_MS, MAX_NOTICES } from '../../../contract/limits.ts'
import { may } from '../../../contract/roles.ts'
import type { MarathonRow, NoticeRow } from '../../db/client.ts'
import {
  type Actor,
  accept,
  credible,
  type Decision,
  type Effect,
  type Fresh,
  type Precondition,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { type Told, tellChange } from './notice-text.ts'

/**
 * The organiser writes a notice to everybody who has to do with the marathon. Its time is that of the phone, as
 * for a scan. A repeated create changes nothing.
 */
export function createNotice(state: State, op: KnownOp<'notice.create'>, actor: Actor, now: number): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, text, urgent, at, mail } = op.patch.data
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  const marathon = state.marathons.get(marathonId)
  if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions)
  if (!may(roleOf(state, actor, marathonId, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  preconditions.push({ kind: 'notice', id: op.id })
  if (state.gone.has(`notice:${op.id}`)) return reject('GONE', preconditions)
  const existing = state.notices.get(op.id)
  if (existing) {
    const isSame = existing.marathonId === marathonId && existing.kind === 'written'
    return isSame ? accept([], preconditions) : reject('GONE', preconditions)
  }
  if ((state.written.get(marathonId) ?? 0) >= MAX_NOTICES) {
    preconditions.push({ kind: 'written-at-least', marathonId, count: MAX_NOTICES })
    return reject('INVALID', preconditions, { notices: { code: 'MOST_NOTICES', values: { max: MAX_NOTICES } } })
  }
  preconditions.push({ kind: 'written-at-most', marathonId, count: MAX_NOTICES - 1 })
  const row: NoticeRow = {
    id: op.id,
    marathonId,
    applicationId: null,
    toUid: null,
    kind: 'written',
    text,
    parts: '',
    urgent: urgent ? 1 : 0,
    byMail: mail ? 1 : 0,
    at: credible(at, now),
    by: actor.name,
    byUid: actor.uid,
    ver: 1,
    seq: 0,
  }
  return accept([{ kind: 'put-notice', row }], preconditions)
}

/**
 * The organiser deletes a notice to everybody, also one of the server. A notice that is not there: the verdict is
 * applied.
 */
export function deleteNotice(state: State, op: KnownOp<'notice.delete'>, actor: Actor): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const preconditions: Precondition[] = [{ kind: 'notice', id: op.id }]
  const row = state.notices.get(op.id)
  if (!row) return accept([], preconditions)
  const mayDelete = may(roleOf(state, actor, row.marathonId, preconditions), 'organise')
  if (!mayDelete || row.toUid !== null) return reject('FORBIDDEN', preconditions)
  return accept([{ kind: 'delete-notice', row }], preconditions)
}

/**
 * The notice that a change of a marathon makes, in the same batch; none for a change that nobody needs to hear of. More
 * than a day after the start it is not urgent: a corrected place must not wake thousands of phones.
 */
export function noticeOfChange(
  before: MarathonRow,
  after: MarathonRow,
  fresh: Fresh,
  actor: Actor,
  now: number,
): Effect[] {
  const told = tellChange(before, after)
  if (!told) return []
  const isOver = Math.max(Date.parse(before.startDate), Date.parse(after.startDate)) + DAY_MS < now
  return [systemNotice(after, isOver ? { ...told, urgent: 0 } : told, fresh, actor, now)]
}

/**
 * A notice of the server, which the actor caused. Nobody can know its id before and write a notice with it elsewhere.
 * @param fresh has its id
 * @param whom the account that it is for, and the application that it is about; everybody who has to do with the marathon
 *   where it is left out
 */
export function systemNotice(
  { id: marathonId }: Pick<MarathonRow, 'id'>,
  told: Told,
  { noticeId }: Fresh,
  { uid }: Actor,
  now: number,
  whom: { to?: string | null; about?: string } = {},
): Effect {
  return {
    kind: 'put-notice',
    row: {
      ...told,
      id: noticeId,
      marathonId,
      applicationId: whom.about ?? null,
      toUid: whom.to ?? null,
      at: new Date(now).toISOString(),
      byMail: 0,
      by: '',
      byUid: uid,
      ver: 1,
      seq: 0,
    },
  }
}
