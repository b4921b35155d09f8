import { expect, it } from 'vitest'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../../testing/test-account.ts'
import { ImportReport } from './import-report.tsx'

const NONE = { isAgreed: false, fills: true, takes: false }

it('the preview names the lines above the heads, which nobody imports', async () => {
  const table = atOnce(readTable('Start list\nVorname;Nachname;\nAda;Lauf;\n', () => 0))
  if (!table) throw new Error('no table')
  const read = { fresh: [], asked: [], there: 0, known: [], problems: [] }
  const marathon = { ...marathonRow('event-0001'), pending: null }
  const report = <ImportReport {...{ marathon, table, read }} above={0} choices={NONE} onChoose={() => undefined} />
  const { text, leave } = renderPart(await emptyAccount(), report)
  await until(() => expect(text()).toContain('1 line above the names of the columns is left out'))
  expect(text()).toContain('Line 1: Start list')
  leave()
})
