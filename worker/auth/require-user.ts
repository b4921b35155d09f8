import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'
import { readSession } from './session.ts'

/** Lets only signed-in users pass, and sets `user`. It runs before a route reads anything else of the request. */
export const requireUser = createMiddleware<App>(async (c, next) => {
  const user = await readSession(c)
  if (!user) throw new Problem('UNAUTHENTICATED', 'Sign in to do this.')
  c.set('user', user)
  await next()
})
