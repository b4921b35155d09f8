import { expect, it } from 'vitest'
import type { SyncPhase } from '../store/sync-status.ts'
import { bannerProblem } from './banner-problem.ts'
import { syncBannerMessage } from './sync-banner.tsx'

const PHASES: SyncPhase[] = [
  'idle',
  'sending',
  'offline',
  'portal',
  'failing',
  'storage-full',
  'busy',
  'needs-sign-in',
  'needs-update',
]

it.each(PHASES)('is exactly what the banner says (%s)', (phase) => {
  for (const waiting of [0, 1]) {
    const text = syncBannerMessage(phase, waiting) ?? ''
    expect(bannerProblem(phase, waiting) === 'offline').toBe(text.includes('You are offline'))
    expect(bannerProblem(phase, waiting) === 'portal').toBe(text.includes('wants you to log in'))
  }
})
