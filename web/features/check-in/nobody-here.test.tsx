import { afterEach, expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { isFetching } from '../../store/is-fetching.ts'
import { setSyncPhase } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { NobodyHere } from './nobody-here.tsx'

function Nobody() {
  const record = useSyncRecord()
  return record && <NobodyHere isFetching={isFetching(record)} />
}

afterEach(() => setSyncPhase('idle'))

it('says that nobody is to be checked in only once everything is here', async () => {
  const db = await emptyAccount()
  const { text, leave } = renderPart(db, <Nobody />)
  await until(() => expect(text()).toContain('Loading the entrants…'))
  setSyncPhase('offline')
  await until(() => expect(text()).toContain('The entrants are not on this phone yet.'))
  setSyncPhase('sending')
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e-9.3', syncedAt: 1 })
  await until(() => expect(text()).toContain('Loading the entrants…'))
  expect(text()).not.toContain('You do not organise it or help there')
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e.9', syncedAt: 2 })
  await until(() => expect(text()).toContain('You do not organise it or help there'))
  leave()
})
