import { marathonIdOf } from '../contract/ops.ts'
import type { OutboxRecord } from '../web/store/account-db.ts'
import type { Device } from './device.ts'

/** What is half broken for a phone; see the step `half-broken`. */
export type Trouble =
  | { how: 'half'; next: () => 'none' | 'before' | 'after' }
  | { how: 'crowd'; marathonId: string }
  | { how: 'firewall'; opId: string }
  | { how: 'slow line'; rows: number }

/** The edits that a phone has set aside because they failed. */
export async function asideOn({ db }: Device): Promise<string[]> {
  const parked = await db.outbox.where('state').equals('parked').toArray()
  return parked.filter(({ reason }) => reason === 'failing').map(({ opId }) => opId)
}

/** How far a phone has read. */
export async function cursorOf({ db }: Device): Promise<string | null> {
  return (await db.sync.get('sync'))?.cursor ?? null
}

/** The edits that a phone still has to send, in their order. */
export function waitingOn({ db }: Device): Promise<OutboxRecord[]> {
  return db.outbox.where('state').equals('waiting').sortBy('n')
}

/** What is half broken for a phone with these edits; null where it would not meet it. */
export function troubleOf(how: Trouble['how'], a: number, choices: number[], waiting: OutboxRecord[]): Trouble | null {
  const op = waiting[a % Math.max(1, waiting.length)]?.op
  switch (how) {
    case 'half': {
      let count = 0
      // Of three requests at least one passes.
      const next = () => {
        count += 1
        const choice = choices[count % choices.length] ?? 0
        if (count % 3 === 0 || choice < 2) return 'none'
        return choice < 4 ? 'before' : 'after'
      }
      return { how, next }
    }
    case 'crowd': {
      const marathonId = op && marathonIdOf(op)
      return marathonId ? { how, marathonId } : null
    }
    case 'firewall':
      return op ? { how, opId: op.opId } : null
    case 'slow line':
      return { how, rows: [20, 60, 99, 400][a % 4] ?? 20 }
  }
}
