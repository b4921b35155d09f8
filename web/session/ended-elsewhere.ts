import { recordError } from '../../contract/errors.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { LOGGED_OUT_MARK, type LogoutReason } from './logout-reason.ts'
import { makingRoom, recordEnd } from './server-session.ts'
import { finishWipes } from './wipe.ts'

// A session that the server has ended. The first paint does not need this.

/**
 * Logs out on this phone, because the server says that the session was ended elsewhere. What was not sent stays for the
 * account's next login, unless the account was deleted.
 * @param session the one that the server refused. If it is not the stored one any more, nothing changes
 */
export async function endedElsewhere(session: SessionRecord, isDeleted: boolean): Promise<void> {
  const end = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      const stored = await deviceDb.session.get('current')
      if (stored?.uid !== session.uid || stored.expiresAt !== session.expiresAt) return false
      await recordEnd(isDeleted ? 'discard' : 'keep')
      const reason: LogoutReason = isDeleted ? 'deleted' : 'everywhere'
      await deviceDb.marks.put({ key: LOGGED_OUT_MARK, value: reason })
      return true
    })
  await makingRoom(end)
  await finishWipes().catch(recordError)
}
