import type { SQL } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/limits.ts'
import type { DeliveryTask, NoticeTask } from '../../env.ts'
import { logFailure } from '../../ops/log-failure.ts'
import type { Channel, Chunk, SendResult } from './channel.ts'
import { type Cause, claimDelivery, endChunk, endDelivery } from './claims.ts'
import { takeTurn } from './notices.ts'

const CHUNK_TARGETS = 100
/** Targets that one run splits into chunks. */
const PART_TARGETS = 2000
/** Messages that are put into the queue at once: it takes 256 KB. */
const MESSAGES = 25
/** A delivery that fails waits for this, and twice as long after each further attempt, unless somebody names a time. */
const RETRY_MS = 15_000
const MAX_RETRY_MS = 3_600_000
/** The longest time that the queue keeps a message. */
const MAX_DELAY_MS = 43_200_000
/** How often the queue delivers a chunk again: `max_retries` in wrangler.toml. */
const MAX_RETRIES = 8
/** What is older is not delivered any more: the app has it. */
export const LIFE_MS = DAY_MS

/** What a run needs of the world. Tests pass their own. */
export interface World {
  now: () => number
  fetch: typeof fetch
}

interface Run {
  d1: D1Database
  queue: Queue<DeliveryTask>
  now: World['now']
}

/** The pause after the given number of tries, ms. It grows, so that the tries last for about an hour. */
const backoffMs = (attempts: number) => RETRY_MS * 2 ** (attempts - 1)

/** Puts messages into the queue. */
export async function sendTasks(queue: Queue<DeliveryTask>, tasks: DeliveryTask[]): Promise<void> {
  for (let from = 0; from < tasks.length; from += MESSAGES)
    await queue.sendBatch(tasks.slice(from, from + MESSAGES).map((body) => ({ body })))
}

/**
 * Delivers what messages of the queue tell.
 *
 *     notice -> parts of 2,000 targets -> chunks of 100 -> for each: claim, send, finish
 *
 * - The queue delivers a message at least once. A run that is killed is repeated without the finished deliveries. Only
 *   those that were being sent, one of each lane, may be sent twice.
 * - A notice to everybody waits for its turn.
 * - A claim is held for as long as sending may take. Two runs of the same chunk do not send the same.
 * - A chunk with deliveries that failed for now goes back to the queue, until all are finished or the queue gives up. So
 *   does a message while D1 or the queue fails.
 * @param channelOf the channel of a message; null where it is not set up
 */
export async function deliver(
  batch: MessageBatch<DeliveryTask>,
  run: Run,
  channelOf: (task: DeliveryTask) => Channel | null,
): Promise<void> {
  for (const message of batch.messages) {
    const channel = channelOf(message.body)
    // It was switched off. People find in the app what they are to know.
    if (!channel) continue
    const waitMs = await handle(run, channel, message).catch((error: unknown) => {
      logFailure(`${channel.name}.failed`, error)
      return Math.min(MAX_RETRY_MS, backoffMs(message.attempts))
    })
    if (waitMs !== null) message.retry({ delaySeconds: Math.ceil(Math.min(waitMs, MAX_DELAY_MS) / 1000) })
  }
}

type Told = Pick<MessageBatch<DeliveryTask>['messages'][number], 'body' | 'attempts'>

/** @returns after how long the message has to come again; null if it is finished. @throws errors of D1 and the queue */
async function handle(run: Run, channel: Channel, { body, attempts }: Told): Promise<number | null> {
  const { d1, now } = run
  if ('entryIds' in body) return deliverChunk(run, channel, channel.causeOf(''), body.entryIds, attempts, body.at)
  const { noticeId, ids, after = '' } = body
  if (ids) return deliverChunk(run, channel, channel.causeOf(noticeId), ids, attempts)
  if (after === '') {
    const since = new Date(now() - LIFE_MS).toISOString()
    const waitMs = await takeTurn(d1, channel.causeOf(noticeId), channel.turns.budgetsOf, since, now())
    if (waitMs === null) return null
    // Many notices may wait for the same turn, so a later try waits for a later one.
    if (waitMs > 0) return attempts > MAX_RETRIES ? null : waitMs + (attempts - 1) * channel.turns.ms
  }
  await queueChunks(run, channel, body, after)
  return null
}

async function queueChunks({ queue }: Run, channel: Channel, task: NoticeTask, after: string): Promise<void> {
  const ids = await channel.targetsOf(task.noticeId, after, PART_TARGETS)
  const chunks: NoticeTask[] = []
  for (let at = 0; at < ids.length; at += CHUNK_TARGETS) {
    chunks.push({ ...task, ids: ids.slice(at, at + CHUNK_TARGETS) })
  }
  const last = ids.at(-1)
  if (last !== undefined && ids.length === PART_TARGETS) chunks.push({ ...task, after: last })
  await sendTasks(queue, chunks)
}

/** @returns after how long the chunk has to come again; null if it is finished */
async function deliverChunk(
  { d1, now }: Run,
  channel: Channel,
  cause: Cause,
  ids: string[],
  attempts: number,
  since?: string,
): Promise<number | null> {
  const { holdMs, maxRetryMs } = channel
  const chunk = await channel.read(cause, ids, attempts > MAX_RETRIES)
  if (!chunk) return null
  const leftMs = LIFE_MS - Math.max(0, now() - Date.parse(since ?? chunk.at))
  // Push services count in seconds.
  if (leftMs < 1000) return null
  const pauseMs = backoffMs(attempts)
  const counts = { sent: 0, gone: 0, refused: 0, later: 0, silent: 0 }
  const endOf = (target: { id: string }, result: SendResult): SQL[] => {
    if (result.kind === 'gone') return [chunk.drop(target)]
    if (result.kind === 'sent' || result.kind === 'refused') return [endDelivery(cause, target.id, null)]
    const afterMs = result.kind === 'later' ? (result.afterMs ?? 0) : 0
    return [endDelivery(cause, target.id, now() + Math.min(Math.max(afterMs, pauseMs), maxRetryMs))]
  }
  /** Sends the lists one after the other, as long as there are some. @returns the end of the last delivery */
  const sendAll = async (lists: Chunk['lanes'][number]): Promise<SQL[]> => {
    // The end of a delivery is written together with the claim of the next one. So each costs one round trip.
    let end: SQL[] = []
    for (let list = lists.shift(); list; list = lists.shift()) {
      for (const target of list) {
        if (chunk.isLeft(target)) continue
        const last = end
        const mine = await twice(() => claimDelivery(d1, cause, target.id, { now: now(), holdMs }, last))
        end = []
        if (!mine) continue
        const result = await chunk.send(target, leftMs)
        counts[result.kind] += 1
        end = endOf(target, result)
      }
    }
    return end
  }
  const ends = (await Promise.all(chunk.lanes.map(sendAll))).flat()
  const due = await twice(() => endChunk(d1, cause, ids, ends))
  console.log(JSON.stringify({ event: `${channel.name}.chunk`, notice: cause.id, ...counts }))
  if (due === null) return null
  // The chunk comes again when its first delivery is due. The last try waits for all of them.
  const until = attempts < MAX_RETRIES ? due.first : due.last
  // The chunk's own pause grows too. Otherwise many different due times would use up the tries.
  return Math.max(Math.min(pauseMs / 2, MAX_RETRY_MS), until - now())
}

/**
 * Calls again once after an error. The batch of a claim also ends the previous delivery, and without that write the
 * previous one would be sent again. If the first claim was written and only its response was lost, the second call
 * claims nothing; that delivery is sent when the claim expires.
 */
const twice = <Result>(call: () => Promise<Result>): Promise<Result> => call().catch(call)
