import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PROBLEM_CODES } from '../../contract/problem.ts'
import { TestClient } from '../testing/client.ts'
import { openApi } from './openapi.ts'
import { problemsOf, ROUTES } from './route-table.ts'

type Json = { [name: string]: Json } & { $ref?: string }

const document = openApi() as unknown as Json
const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}')

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

describe('GET /openapi.json', () => {
  it('returns the document as JSON, the same text every time', async () => {
    const nobody = new TestClient('')
    const [first, second] = [await nobody.call('GET', '/openapi.json'), await nobody.call('GET', '/openapi.json')]
    expect(await first.text()).toBe(await second.text())
    expect(JSON.parse(JSON.stringify(document))).toEqual(await (await nobody.call('GET', '/openapi.json')).json())
  })

  it('has every call with its response, an example, and each problem that it may return', () => {
    for (const route of ROUTES) {
      const operation = document.paths?.[pathOf(route.path)]?.[route.method.toLowerCase()]
      const response = operation?.responses?.[String(route.status)]?.content?.['application/json']
      expect(response?.schema && response.example, `${route.method} ${route.path}`).toBeTruthy()
      const told = Object.values(operation?.responses ?? {}).flatMap((response) =>
        Object.keys((response as Json).content?.['application/problem+json']?.examples ?? {}),
      )
      expect(told.toSorted()).toEqual([...problemsOf(route)].toSorted())
    }
  })

  it('contains every schema that it refers to', () => {
    const names = Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`)
    const refs = [...refsIn(document.paths), ...refsIn(document.components)]
    expect(refs.filter((ref) => !names.includes(ref))).toEqual([])
  })

  it('has the same limits and required fields as the schemas that check requests', () => {
    const schema = document.components?.schemas?.MarathonToCreate
    expect(schema?.required).toEqual(expect.arrayContaining(['title', 'regStart', 'regEnd', 'startDate', 'distance']))
    expect(schema?.required).not.toContain('timeZone')
    expect(schema?.properties?.title).toMatchObject({ type: 'string', minLength: 1, maxLength: 120 })
    expect(schema).toMatchObject({ additionalProperties: false })
    const parameters = document.paths?.['/marathons']?.get?.parameters as unknown as { name: string }[]
    expect(parameters.map(({ name }) => name)).toEqual(['sort', 'email', 'limit', 'cursor'])
  })
})

it.each(ROUTES)('shows examples of $method $path that its schemas accept', (route) => {
  const response = route.response.list ? z.array(route.response.schema) : route.response.schema
  expect(z.parse(response, route.response.example)).toEqual(route.response.example)
  if (route.request) expect(z.safeParse(route.request.schema, route.request.example).error).toBeUndefined()
})

it('has a call for every problem code that is not told in verdicts alone', () => {
  const told = new Set([...ROUTES.flatMap((route) => [...problemsOf(route)]), 'BIB_TAKEN', 'REG_OPEN'])
  expect([...told].toSorted()).toEqual(PROBLEM_CODES.toSorted())
})
