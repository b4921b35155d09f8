import * as z from 'zod/mini'

/**
 * What the live room of a marathon says after a commit that touched the marathon.
 * - `seq`: the commit's place in the order of commits, the number in a sync cursor.
 * - `spreadMs`: the phone waits a random part of this before it pulls, so that a large room does not pull at once.
 */
export const roomMessageSchema = z.object({ seq: z.int(), spreadMs: z.int() })
export type RoomMessage = z.infer<typeof roomMessageSchema>

/**
 * The query of a WebSocket in a live room. A phone with `for=staff` is also told of check-ins, bibs, recordings,
 * rulings and roles. Screens of the organiser and of helpers ask for it. It is no right: the room carries no data. Where
 * results are live, everybody is told of what changes the list.
 */
export const liveQuerySchema = z.object({ for: z.optional(z.enum(['staff'])) })

/** A phone sends this to hear whether the connection is alive, and gets `PONG`. */
export const PING = 'ping'
export const PONG = 'pong'

/** The WebSocket's close code for a phone that has to make room for newer ones of its account. It comes back later. */
export const CROWDED = 4001
