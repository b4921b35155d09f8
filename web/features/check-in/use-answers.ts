import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../data/account-context.tsx'
import { checkIn, voidCheckIn } from '../../data/check-ins.ts'
import { StorageFailure } from '../../data/outbox.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { answerScan, readScan } from '../../data/scan.ts'
import { useSyncRecord } from '../../data/unsent.ts'
import { type AnswerMessage, answerMessage } from './answer-message.ts'
import type { Signal } from './use-signals.ts'

/** An answer on the screen. */
interface ShownAnswer extends AnswerMessage {
  /** Counts the answers, so that two equal ones in a row are two. */
  n: number
  /** The check-in that this answer made; null if it made none, or if it was taken back. */
  checkInId: string | null
}

/** What the screen can do about an entry. Each of them shows and sounds an answer. */
export interface Answers {
  shown: ShownAnswer | null
  /** Answers a code, and records the scan if it is one of an entry of this marathon. */
  scan: (code: string) => void
  /** Takes a check-in back. @param who the runner, for the answer */
  undo: (checkInId: string, who: string) => void
}

/** Answers codes at a gate, one after another. */
export function useAnswers(marathon: MarathonView, gate: string, signal: (signal: Signal) => void): Answers {
  const { db, author } = useAccount()
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const [shown, setShown] = useState<ShownAnswer | null>(null)
  const last = useRef<Promise<void>>(Promise.resolve())
  const madeHere = useRef(new Set<string>())
  const show = (message: AnswerMessage, checkInId: string | null) => {
    // The answer comes before all else that a scan changes on the screen.
    flushSync(() => setShown((before) => ({ ...message, checkInId, n: (before?.n ?? 0) + 1 })))
    signal(message.tone === 'yes' ? 'yes' : 'no')
  }
  // Each answer rests on what the one before has stored.
  const inTurn = (work: () => Promise<void>) => {
    last.current = last.current.then(work).catch((error) => {
      const { title, message } =
        error instanceof StorageFailure
          ? error
          : { title: 'Not saved', message: 'Not saved: this phone could not read its data.' }
      show({ tone: 'no', word: title, who: '', detail: message }, null)
    })
  }
  return {
    shown,
    scan: (code) =>
      inTurn(async () => {
        const now = Date.now() + offsetMs
        const answer = answerScan(code, await readScan(db, author, marathon._id, code), now, madeHere.current)
        const message = answerMessage(answer, marathon.timeZone, now)
        if (!('isRepeat' in answer) || answer.isRepeat) return show(message, null)
        const made = { marathonId: marathon._id, applicationId: answer.application._id, gate: gate.trim() }
        // Nobody is told to be here before that is on the disk.
        const { id } = await checkIn(db, made)
        madeHere.current.add(id)
        show(message, id)
      }),
    undo: (checkInId, who) =>
      inTurn(async () => {
        await voidCheckIn(db, checkInId)
        show({ tone: 'look', word: 'Taken back', who, detail: 'This check-in does not count any more.' }, null)
      }),
  }
}
