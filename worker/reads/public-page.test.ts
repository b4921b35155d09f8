import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PublicPage, publicPageSchema } from '../../contract/marathon.ts'
import { signIn } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { publicPage } from './public-page.ts'

let olivia: TestClient
let marathonId = ''

beforeEach(async () => {
  const [one] = await signIn('olivia')
  olivia = one
  marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ capacity: 1 }))] })
})

const change = (patch: object, base: object) =>
  olivia.sync({ ops: [op('marathon.update', marathonId, { ...patch }, { ...base })] })
const read = async () => JSON.parse((await publicPage(env.DB, marathonId)) ?? 'null') as PublicPage | null

describe('a marathon on its public page', () => {
  it('has the fields of the contract and no other, and no contact data', async () => {
    const [ravi] = await signIn('ravi')
    await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(marathonId))] })
    const page = await read()
    expect(Object.keys(page ?? {}).sort()).toEqual(Object.keys(publicPageSchema.shape).sort())
    expect(publicPageSchema.parse(page)).toEqual(page)
    expect(JSON.stringify(page)).not.toMatch(/olivia|ravi|@/i)
  })

  it('is full when the next application would wait', async () => {
    expect(await read()).toMatchObject({ isFull: false })
    const [ravi] = await signIn('ravi')
    await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(marathonId))] })
    expect(await read()).toMatchObject({ isFull: true })
    await change({ capacity: null }, { capacity: 1 })
    expect(await read()).toMatchObject({ isFull: false })
  })

  it('tells the start before the last change of it', async () => {
    const before = await read()
    await change({ startDate: inDays(70) }, { startDate: before?.startDate })
    const moved = await read()
    expect(moved).toMatchObject({ previousStart: before?.startDate })
    await change({ location: 'Kiel' }, { location: before?.location })
    expect(await read()).toMatchObject({ previousStart: before?.startDate, startDate: moved?.startDate })
  })

  it('has no size of a picture that another one replaced', async () => {
    const image = 'https://example.com/b.jpg'
    const { image: first } = (await read()) ?? {}
    await change({ image, imageSize: '1200x630' }, { image: first, imageSize: '' })
    expect(await read()).toMatchObject({ image, imageSize: '1200x630' })
    expect((await olivia.call('PUT', `/marathons/${marathonId}`, { image: 'https://example.com/c.jpg' })).status).toBe(
      200,
    )
    expect(await read()).toMatchObject({ imageSize: '' })
  })

  it('is not there while the operator hides it', async () => {
    await env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?').bind(inDays(0), marathonId).run()
    expect(await read()).toBeNull()
  })

  it('is listed while the last login of its organiser had a verified address', async () => {
    const logIn = (isVerified: boolean) =>
      new TestClient(olivia.uid).call(
        'POST',
        '/jwt',
        { email: `${olivia.uid}@example.com` },
        { Authorization: `Bearer ${emulatorToken(olivia.uid, { email_verified: isVerified })}` },
      )
    expect(await read()).toMatchObject({ isListed: false })
    await logIn(true)
    expect(await read()).toMatchObject({ isListed: true })
    await logIn(false)
    expect(await read()).toMatchObject({ isListed: false })
  })
})
