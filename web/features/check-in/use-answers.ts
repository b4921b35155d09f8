import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WalkInFields } from '../../../contract/application.ts'
import { storageMessage } from '../../forms/storage-message.ts'
import { owedWaivers } from '../../marathon/entrant/owed-waivers.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { useAccount } from '../../store/account-context.tsx'
import { StorageFailure } from '../../store/outbox.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { checkIn, voidCheckIn } from '../../store/rows/check-ins.ts'
import { type EnteredWalkIn, enterWalkIn, handOutBib, undoWalkIn } from '../../store/rows/desk.ts'
import { bibKeyOf } from '../../store/rows/entrants.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/check-in.js'
import type { Signal } from '../../ui/sound/use-signals.ts'
import { type AnswerMessage, answerMessage, reading, type Tone, unsigned, who } from './answer-message.ts'
import { answerScan, type Named, readScan } from './find-scanned.ts'
import { useUnheardSince } from './unheard-since.ts'

/** If an answer takes longer than this, the one before it leaves the screen: the next runner must not pass by it. */
const LATE_MS = 300

/** What can be heard. Taking a check-in back is no answer to a scan, and must not sound like a no. */
const SIGNS: Partial<Record<Tone, Signal>> = { yes: 'yes', look: 'no', no: 'no' }

/** An answer on the screen. */
interface ShownAnswer extends AnswerMessage {
  /** Counts the answers, so that two equal ones in a row are two. `reading()` is no answer. */
  n: number
  /** The check-in that this answer made; null if it made none, or if it was taken back. */
  checkInId: string | null
  /** The entry that this answer made, with its code. */
  walkIn?: ShownWalkIn
  /** Who has a waiver to sign, and what the answer is once it is signed. */
  unsigned?: { entrant: ApplicationView; after: AnswerMessage }
}

/** An entry that was made just now. */
type ShownWalkIn = EnteredWalkIn & { code: string; bib: number }

/** What the screen can do about an application. Each function shows an answer; that to a scan can be heard too. */
export interface Answers {
  shown: ShownAnswer | null
  /** Answers a named entry. It records a check-in if the entry is one of this marathon. */
  scan: (named: Named) => void
  /** Takes a check-in back. @param who the runner, for the answer */
  undo: (checkInId: string, who: string) => void
  /** Enters somebody at the gate, and checks them in. @returns whether that is stored */
  enter: (fields: WalkInFields) => Promise<boolean>
  /** Takes the entry of the shown answer back, with its check-in. */
  undoEntry: (walkIn: ShownWalkIn, who: string) => void
  /** Shows the answer again, once the waiver that it asks for is signed. */
  onSigned: () => void
  /** Hands an entrant a bib. */
  handOut: (entrant: ApplicationView, bib: string) => Promise<boolean>
}

/** Answers codes at a gate, one after another. */
export function useAnswers(marathon: MarathonView, gate: string, signal: (signal: Signal) => void): Answers {
  const { db, author } = useAccount()
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const since = useUnheardSince()
  const [shown, setShown] = useState<ShownAnswer | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const madeHere = useRef(new Set<string>())
  const waiting = useRef(0)
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (
    message: AnswerMessage,
    checkInId: string | null,
    other: Pick<ShownAnswer, 'walkIn' | 'unsigned'> = {},
  ) => {
    // The answer is on the screen before the other changes that a scan makes.
    flushSync(() => setShown((before) => ({ ...message, ...other, checkInId, n: (before?.n ?? 0) + 1 })))
    const sign = SIGNS[message.tone]
    if (sign) signal(sign)
  }
  const expectAnswer = () => {
    clearTimeout(late.current)
    if (waiting.current === 0) return
    const showReading = () => setShown((before) => ({ ...reading(), checkInId: null, n: before?.n ?? 0 }))
    late.current = setTimeout(showReading, LATE_MS)
  }
  // A scan must see what the scan before it stored.
  const inTurn = (work: () => Promise<void>): Promise<boolean> => {
    waiting.current += 1
    if (waiting.current === 1) expectAnswer()
    const done = last.current
      .then(work)
      .then(() => true)
      .catch((error) => {
        const { title, text } =
          error instanceof StorageFailure
            ? storageMessage(error)
            : { title: texts.notSaved(), text: texts.dataUnread() }
        show({ tone: 'no', word: title, who: '', detail: text }, null)
        return false
      })
      .finally(() => {
        waiting.current -= 1
        expectAnswer()
      })
    last.current = done
    return done
  }
  return {
    shown,
    scan: (named) => {
      // The time of the scan, however long it waits for its turn.
      const scannedAt = Date.now()
      inTurn(async () => {
        const now = scannedAt + offsetMs
        const answer = answerScan(named, await readScan(db, author, marathon._id, named), now, madeHere.current)
        const signedMessage = answerMessage(answer, marathon.timeZone, now, since)
        const entrant = answer.kind === 'first' || answer.kind === 'already' ? answer.application : null
        const isUnsigned = entrant !== null && owedWaivers(marathon, entrant).length > 0
        const message = isUnsigned ? unsigned(signedMessage) : signedMessage
        const other = isUnsigned ? { unsigned: { entrant, after: signedMessage } } : {}
        if (!('isRepeat' in answer) || answer.isRepeat) return show(message, null, other)
        const made = { marathonId: marathon._id, applicationId: answer.application._id, gate: gate.trim() }
        // The answer is shown only when the check-in is on the disk.
        const { id } = await checkIn(db, made, scannedAt)
        madeHere.current.add(id)
        show(message, id, other)
      })
    },
    undo: (checkInId, name) => {
      const undoneAt = Date.now()
      inTurn(async () => {
        await voidCheckIn(db, checkInId, undoneAt)
        show({ tone: 'done', word: texts.takenBack(), who: name, detail: texts.takenBackDetail() }, null)
      })
    },
    enter: (fields) => {
      const enteredAt = Date.now()
      return inTurn(async () => {
        const made = await enterWalkIn(db, fields, gate.trim(), enteredAt)
        madeHere.current.add(made.checkInId)
        const detail = fields.above > 0 ? texts.enteredAbove({ above: fields.above }) : ''
        const message: AnswerMessage = { tone: 'yes', word: texts.entered(), who: who(fields), detail }
        show(message, null, { walkIn: { ...made, code: fields.code, bib: Number(bibKeyOf(fields)) } })
      })
    },
    undoEntry: (walkIn, name) => {
      const undoneAt = Date.now()
      inTurn(async () => {
        await undoWalkIn(db, walkIn, texts.entryUndoReason(), undoneAt)
        show({ tone: 'done', word: texts.takenBack(), who: name, detail: texts.entryUndone() }, null)
      })
    },
    onSigned: () => {
      // Somebody else may have been scanned meanwhile.
      setShown((now) => {
        if (!now?.unsigned || now.n !== shown?.n) return now
        const {
          unsigned: { after },
          ...rest
        } = now
        const detail = [texts.waiverSigned(), after.detail].filter(Boolean).join(' ')
        return { ...rest, ...after, detail, n: now.n + 1 }
      })
    },
    handOut: (entrant, bib) =>
      inTurn(async () => {
        await handOutBib(db, entrant, bib)
        show({ tone: 'done', word: texts.bibHandedOut({ bib }), who: entrantName(entrant), detail: '' }, null)
      }),
  }
}
