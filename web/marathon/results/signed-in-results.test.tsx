import { expect, it } from 'vitest'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../testing/test-account.ts'
import { SignedInResults } from './signed-in-results.tsx'

const ID = 'event-0001'
const row = (bib: string, name: string): PublicList['rows'][number] => ({
  ...{ bib, name, sex: '', category: '', state: 'finished', time: 1_800_000, place: 1, sexPlace: null },
  ...{ categoryPlace: null, gap: 0, splits: [] },
})
const LIST = {
  ...{ state: 'official', marathon: { distance: '10k' } },
  rows: [row('7', 'Ada Lauf'), row('8', 'Bo Lauf'), row('9', 'Cem Lauf')],
} as PublicList

it('the own rows are shown once: not below a link to the same official result', async () => {
  const db = await emptyAccount()
  for (const bib of ['7', '8']) {
    await db.applications.put({ ...applicationRow(`entry-000${bib}`, ID, { bib }), own: 1, gen: 0 })
  }
  await db.ownResults.put({
    ...{ _id: 'entry-0007', marathonId: ID, title: 'Pier run', startDate: '2027-05-01T08:00:00.000Z', timeZone: 'UTC' },
    ...{ distance: '10k', bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', state: 'finished' },
    ...{ time: 1_800_000, place: 1, sexPlace: null, categoryPlace: null, finishers: 3, splits: '[]', reason: '' },
    ...{ officialAt: '2027-05-01T12:00:00.000Z', ver: 1, gen: 0 },
  })
  const names = async (isLinked: boolean, wanted: string[]) => {
    const { box, leave } = renderPart(
      db,
      <SignedInResults marathonId={ID} list={LIST} reach={() => undefined} isLinked={isLinked} />,
    )
    const shown = () => [...box.querySelectorAll('strong')].map((one) => one.textContent)
    await until(() => expect(shown()).toEqual(wanted))
    leave()
  }
  await names(false, ['Ada Lauf', 'Bo Lauf'])
  // Who claimed the entry after the signature has no result of the own.
  await names(true, ['Bo Lauf'])
})
