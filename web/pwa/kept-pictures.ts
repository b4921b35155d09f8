import { useEffect, useState } from 'react'
import { tellServiceWorker } from './tell-service-worker.ts'

/** Is the event's picture on this phone? `none` where it has none. */
export type PictureState = 'none' | 'kept' | 'missing'

/** Looks in the caches, and has the picture fetched where it is missing; `round` makes it look again. */
export function usePictureKept(image: string | undefined, refreshKey: number): PictureState | undefined {
  const [state, setState] = useState<PictureState>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round looks again
  useEffect(() => {
    let current = true
    const look = async () => {
      const found = await pictureState(image)
      if (current) setState(found)
      return found
    }
    void look().then(async (found) => {
      if (found === 'missing' && (await keepPictures())) await look()
    })
    return () => {
      current = false
    }
  }, [image, refreshKey])
  return state
}

async function pictureState(image: string | undefined): Promise<PictureState> {
  if (!image) return 'none'
  const found = await globalThis.caches?.match(image, { ignoreVary: true }).catch(() => undefined)
  return found ? 'kept' : 'missing'
}

/** Asks the service worker to keep the pictures of one's races. @returns whether there is one to ask */
export function keepPictures(): Promise<boolean> {
  return tellServiceWorker({ type: 'KEEP_PICTURES' })
}
