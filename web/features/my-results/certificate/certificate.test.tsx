import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { emptyAccount } from '../../../testing/test-account.ts'
import type { Finish } from '../personal-bests.ts'
import { Certificate } from './certificate.tsx'

// The canvas of this environment draws nothing.
vi.mock('./draw-certificate.ts', () => ({
  PAPER: { width: 1, height: 1 },
  loadTypefaces: async () => undefined,
  drawCertificate: () => undefined,
}))
vi.mock('../result-facts.ts', () => ({ resultFacts: () => [] }))

const FINISH = {
  ...{ name: 'Ada Lauf', title: 'Harbour Ten', startDate: '2027-03-05T08:00:00.000Z', timeZone: 'UTC' },
  ...{ distance: '10k', bib: '7', time: 1_800_000, officialAt: '2027-03-06T08:00:00.000Z' },
} as Finish
let change: (result: Finish) => void = () => undefined
function Changing() {
  const [result, set] = useState(FINISH)
  change = set
  return <Certificate result={result} />
}

it('the picture of before a correction cannot be saved any more', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob')
  drawn.mockImplementation((take) => take(new Blob(['png'], { type: 'image/png' })))
  const { box, leave } = renderPart(await emptyAccount(), <Changing />)
  const download = () => [...box.querySelectorAll('button')].find((one) => one.textContent === 'Save picture')
  await until(() => expect(download()?.disabled).toBe(false))
  drawn.mockImplementation(() => undefined)
  change({ ...FINISH, time: 1_900_000 })
  await until(() => expect(download()?.disabled).toBe(true))
  leave()
})
