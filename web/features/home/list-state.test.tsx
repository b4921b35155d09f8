import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { LoadProblem } from '../../calls/load-problem.ts'
import { ListState } from './list-state.tsx'

const PORTAL = 'This network wants you to log in first.'

function text(problem: LoadProblem, { rows = 0, isShownElsewhere = false } = {}): string {
  const list = { rows: Array(rows).fill({}), status: 'ready' as const, problem, savedAt: 1000, retry: () => undefined }
  return renderToStaticMarkup(
    <ListState list={list} now={2000} empty="No marathons yet." skeletons={1} isShownElsewhere={isShownElsewhere}>
      {null}
    </ListState>,
  )
}

describe.each([0, 3])('a public list with %i rows that could not be fetched', (rows) => {
  it('says that the phone is offline, unless another notice says it', () => {
    expect(text('offline', { rows })).toContain('You are offline.')
    expect(text('offline', { rows, isShownElsewhere: true })).not.toMatch(/offline/i)
  })

  it('tells a captive portal, and never that the phone is offline', () => {
    expect(text('portal', { rows })).toContain(PORTAL)
    expect(text('portal', { rows })).not.toMatch(/offline/i)
    expect(text('portal', { rows, isShownElsewhere: true })).not.toContain(PORTAL)
  })

  it('tells a server that fails as neither', () => {
    expect(text('failed', { rows })).toMatch(rows ? /Could not refresh/ : /could not be loaded/)
    expect(text('failed', { rows })).not.toMatch(/offline|wants you to log in/i)
  })
})
