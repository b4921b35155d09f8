import { recordError } from '../../contract/errors.ts'
import { askBackgroundSync, DELETIONS_TAG } from '../store/background-sync.ts'
import { deletions, isToldUnasked } from './deletion-marks.ts'

const AGAIN_MS = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Goes on with the deletions of accounts that this phone has begun, if there are any: now, after a minute while the
 * page is open, and by Background Sync. Only pages call it.
 */
export async function goOnDeleting(): Promise<void> {
  clearTimeout(timer)
  try {
    if (!(await deletions()).some((deletion) => isToldUnasked(deletion, Date.now()))) return
    // First, because a call may hang, and the app may be closed meanwhile.
    void askBackgroundSync(DELETIONS_TAG)
    const { tellDeletions } = await import('./tell-deletions.ts')
    if (await tellDeletions()) return
  } catch (error) {
    // Storage or code cannot be had now.
    recordError(error)
  }
  timer = setTimeout(goOnDeleting, AGAIN_MS)
}
