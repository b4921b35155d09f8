import { expect } from 'vitest'
import * as z from 'zod/mini'
import { PROBLEMS } from '../../contract/problem.ts'
import { problemSchema } from '../../contract/problem-schema.ts'
import { problemsOf, ROUTES, type Route } from '../routes/route-table.ts'

/** The row of the route table that a call belongs to. */
function routeOf(method: string, path: string): Route | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  return ROUTES.find(
    (route) => route.method === verb && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
}

/** Fails if a response does not match its row of the route table, or the rules for every response of the API. */
export async function assertConforms(method: string, path: string, response: Response): Promise<void> {
  const call = `${method} ${path} answered ${response.status}`
  for (const name of ['Cache-Control', 'X-Request-Id', 'Server-Timing', 'Content-Security-Policy']) {
    expect(response.headers.get(name), `${call}: ${name}`).toBeTruthy()
  }
  expect(response.headers.get('X-Content-Type-Options'), call).toBe('nosniff')
  const route = routeOf(method, path)
  if (route && route.who !== 'anyone') expect(response.headers.get('Cache-Control'), call).toBe('no-store')
  if (method === 'HEAD') return
  if (!route || response.status !== route.status) return assertProblem(call, route, response)
  if (route.csv && response.headers.get('Content-Type')?.startsWith('text/csv')) return
  if (route.status === 101) return expect(response.webSocket, call).toBeTruthy()
  expect(response.headers.get('Content-Type'), call).toContain('application/json')
  const body: unknown = await response.clone().json()
  const schema = route.response.list ? z.array(route.response.schema) : route.response.schema
  // Parsing removes unknown fields, so a response with a field that is not in its schema is not equal here.
  expect(z.parse(schema, body), call).toEqual(body)
}

async function assertProblem(call: string, route: Route | undefined, response: Response) {
  expect(response.headers.get('Content-Type'), call).toBe('application/problem+json')
  expect(response.headers.get('Cache-Control'), call).toBe('no-store')
  const body: unknown = await response.clone().json()
  const problem = z.parse(problemSchema, body)
  expect(problem, call).toEqual(body)
  expect(problem.status, call).toBe(response.status)
  expect(PROBLEMS[problem.code].status, call).toBe(response.status)
  if (route) expect([...problemsOf(route)], `${call}: ${problem.code}`).toContain(problem.code)
  else expect(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'], call).toContain(problem.code)
  if (problem.code === 'INVALID') expect(Object.keys(problem.fields ?? {}), call).not.toEqual([])
  if (response.status === 429 || response.status === 503) {
    expect(Number(response.headers.get('Retry-After')), call).toBeGreaterThan(0)
  }
}
