import { expected } from '../../../contract/errors.ts'
import { AccountDb } from '../../store/account-db.ts'
import { storedSession } from '../../store/device-db.ts'
import { PACK_PICTURES, racePictures } from '../../store/rows/race-pictures.ts'
import { untilEnded } from './ending.ts'
import { fetchInto } from './pictures.ts'

declare const self: ServiceWorkerGlobalScope

/** A host without CORS gives opaque responses. Chrome counts each as about 7 MB of the quota. */
const MAX_OPAQUE = 12

/**
 * Updates the pictures of the race packs: it adds the pictures of the signed-in account's races, and deletes all
 * others. If nobody is signed in, it deletes all.
 */
export async function keepRacePictures(now = Date.now()): Promise<void> {
  const ended = untilEnded()
  const wanted = (await wantedPictures(now)).filter((url) => URL.canParse(url, self.location.origin))
  const pack = await caches.open(PACK_PICTURES)
  const urls = new Set(wanted.map((url) => new URL(url, self.location.origin).href))
  let opaque = 0
  for (const request of await pack.keys()) {
    if (!urls.has(request.url)) await pack.delete(request)
    else if ((await pack.match(request))?.type === 'opaque') opaque += 1
  }
  for (const url of urls) {
    if (await pack.match(url, { ignoreVary: true })) continue
    // If one host is down, the other pictures are still fetched.
    const stored = await fetchInto(pack, url, opaque < MAX_OPAQUE, ended).catch(() => expected('no-answer', null))
    if (stored === 'opaque') opaque += 1
  }
}

async function wantedPictures(now: number): Promise<string[]> {
  const session = await storedSession()
  if (!session) return []
  const db = new AccountDb(session.uid)
  try {
    return await racePictures(db, now)
  } finally {
    db.close()
  }
}
