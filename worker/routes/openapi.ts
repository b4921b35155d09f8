import * as z from 'zod/mini'
import type { FieldErrors } from '../../contract/field-errors.ts'
import { invalid } from '../../contract/invalid.ts'
import { MIN_PHONE_DIGITS, PRODUCT } from '../../contract/limits.ts'
import { PROBLEMS, Problem, type ProblemCode } from '../../contract/problem.ts'
import { problemSchema } from '../../contract/problem-schema.ts'
import { type Body, isRestWrite, problemsOf, ROUTES, type Route } from './route-table.ts'

type Json = Record<string, unknown>

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const SECURITY: Record<Route['who'], Json[] | undefined> = {
  anyone: undefined,
  token: [{ idToken: [] }],
  user: [{ session: [] }],
  staff: [{ session: [] }],
  runner: [{ session: [] }],
}
const WRONG: FieldErrors = { phoneNumber: { code: 'NOT_A_PHONE_NUMBER', values: { min: MIN_PHONE_DIGITS } } }

let text: string | undefined

/** The OpenAPI document as JSON text. The first request builds it, and the isolate keeps it. */
export function openApiText(): string {
  text ??= JSON.stringify(openApi())
  return text
}

/** The API as an OpenAPI 3.1 document, made from the route table and from the schemas that check requests. */
export function openApi() {
  const requests = ROUTES.flatMap((route) => route.request ?? [])
  const responses = [...ROUTES.map((route) => route.response), { name: 'Problem', schema: problemSchema }]
  const paths: Record<string, Json> = {}
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT} API`, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ...jsonSchemas(requests, 'input'), ...jsonSchemas(responses, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
      },
    },
  }
}

function operation(route: Route): Json {
  const security = SECURITY[route.who]
  return {
    summary: route.summary,
    ...(route.fromAnywhere ? { servers: [{ url: '/' }] } : {}),
    ...(security ? { security } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.request
      ? { requestBody: { required: true, content: { 'application/json': content(route.request) } } }
      : {}),
    responses: {
      [route.status]: {
        description: 'Done',
        content: {
          'application/json': content(route.response),
          ...(route.csv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        },
      },
      ...problemResponses(route),
    },
  }
}

function content({ name, list, example }: Body): Json {
  return { schema: list ? { type: 'array', items: refTo(name) } : refTo(name), example }
}

/** The problem responses of a route by status. Codes with the same status are examples of one response. */
function problemResponses(route: Route): Json {
  const byStatus = Object.groupBy(problemsOf(route), (code) => String(PROBLEMS[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${PROBLEMS[code].title}`).join('; '),
        ...(status === '429' || status === '503'
          ? { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } }
          : {}),
        content: {
          'application/problem+json': {
            schema: refTo('Problem'),
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
          },
        },
      },
    ]),
  )
}

function exampleOf(code: ProblemCode) {
  return (code === 'INVALID' ? invalid(WRONG) : new Problem(code, PROBLEMS[code].title)).toBody()
}

function pathParameters({ path }: Route): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters({ query }: Route): Json[] {
  if (!query) return []
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function headerParameters(route: Route): Json[] {
  if (!isRestWrite(route) && !route.keyed) return []
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    header('Idempotency-Key', 'A repeated call with the same key has one effect and the same answer'),
    ...(route.method === 'POST' ? [] : [header('If-Match', 'The ETag that the row must still have')]),
  ]
}

/** The JSON schemas of the bodies by name. They refer to each other by name. */
function jsonSchemas(bodies: Pick<Body, 'name' | 'schema'>[], io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of bodies) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, { io, uri: (name) => refTo(name).$ref })
  return Object.fromEntries(Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]))
}
