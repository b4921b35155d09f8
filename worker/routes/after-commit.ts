import type { Context } from 'hono'
import type { Commit } from '../domain/apply-ops.ts'
import type { App } from '../env.ts'
import { tellRooms } from '../live/tell-rooms.ts'

/** What happens after the response of a call that committed something: the live rooms are told. */
export function afterCommit(c: Context<App>, commit: Commit): void {
  c.executionCtx.waitUntil(tellRooms(c.env, commit))
}
