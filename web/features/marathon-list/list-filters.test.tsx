import { useState } from 'react'
import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { ListFilters } from './list-filters.tsx'
import type { ListSearch } from './list-search.ts'

let now: ListSearch = {}
function Filters() {
  const [search, set] = useState<ListSearch>({})
  now = search
  return <ListFilters search={search} onChange={(part) => set({ ...search, ...part } as ListSearch)} />
}

it('a filter that is chosen right after a letter stays chosen when the letter counts', async () => {
  const { box, type, leave } = renderPart(await emptyAccount(), <Filters />)
  const open = () => box.querySelector<HTMLInputElement>('input[type=checkbox]')
  await until(() => expect(open()).not.toBeNull())
  type('harbour')
  open()?.click()
  await until(() => expect(now).toEqual({ q: 'harbour', open: true }))
  leave()
})
