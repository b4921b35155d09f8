import { useEffect, useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { tellServiceWorker } from './tell-service-worker.ts'

/** Whether a marathon's picture is on this phone. `none`: the marathon has no picture. */
export type PictureState = 'none' | 'kept' | 'missing'

/**
 * Looks for the picture in the caches. If it is missing, asks the service worker to fetch it and looks again. A new
 * `refreshKey` repeats the check.
 */
export function usePictureKept(image: string | undefined, refreshKey: number): PictureState | undefined {
  const [state, setState] = useState<PictureState>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key repeats the check
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const found = await pictureState(image)
      if (isCurrent) setState(found)
      return found
    }
    void look().then(async (found) => {
      if (found === 'missing' && (await keepPictures())) await look()
    })
    return () => {
      isCurrent = false
    }
  }, [image, refreshKey])
  return state
}

async function pictureState(image: string | undefined): Promise<PictureState> {
  if (!image) return 'none'
  const found = await globalThis.caches?.match(image, { ignoreVary: true }).catch(recordError)
  return found ? 'kept' : 'missing'
}

/** Asks the service worker to store the pictures of the user's races. @returns whether the service worker replied */
export function keepPictures(): Promise<boolean> {
  return tellServiceWorker({ type: 'KEEP_PICTURES' })
}
