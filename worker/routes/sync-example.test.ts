import { expect, it } from 'vitest'
import { parseSyncResponse, type SyncRequest } from '../../contract/sync.ts'
// The document's text, which Vite reads when it builds the test.
import text from '../../docs/sync.md?raw'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { newId, op } from '../testing/rows.ts'

const [, section = ''] = text.split('## A clash, step by step')
const [late, sent] = [...section.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json))
const response = parseSyncResponse(sent)

it('the clash in docs/sync.md happens as it is told there', async () => {
  const olivia = new TestClient(newId('olivia'))
  const token = emulatorToken(olivia.uid, { name: 'Olivia Organiser', email: 'organiser@example.com' })
  const login = await olivia.call(
    'POST',
    '/jwt',
    { email: 'organiser@example.com' },
    { Authorization: `Bearer ${token}` },
  )
  olivia.cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''

  const [{ ops }, [told]] = [late as SyncRequest, response.marathons]
  const [edit] = ops
  if (!edit || !told) throw new Error('the document has no edit or no marathon')
  const { title, location, image, regStart, regEnd, startDate, timeZone, capacity, registration } = told
  const before = { title, location, image, regStart, regEnd, startDate, timeZone, capacity, registration, ...edit.base }
  const created = await olivia.sync({ ops: [op('marathon.create', edit.id, before)] })
  expect(created.results).toMatchObject([{ status: 'applied' }])

  const { cursor } = created
  const first = op(
    'marathon.update',
    edit.id,
    { description: told.description },
    { description: edit.base.description },
  )
  expect((await olivia.sync({ cursor, ops: [first] })).results).toMatchObject([{ status: 'applied' }])
  const answer = await olivia.sync({ cursor, ops })

  const seqOf = (position: string | null) => Number(position?.split('.')[1])
  expect(seqOf(answer.cursor) - seqOf(cursor)).toBe(seqOf(response.cursor) - seqOf(late.cursor))
  const { epoch, serverTime, bookmark } = answer
  const { createdAt } = answer.marathons[0] ?? {}
  const here = { epoch, serverTime, bookmark, cursor: answer.cursor, marathons: [{ ...told, createdAt }] }
  expect(answer).toEqual({ ...response, ...here })

  const { yours, theirs } = answer.results[0]?.conflicts?.description ?? {}
  const keepMine = op('marathon.update', edit.id, { description: yours }, { description: theirs })
  const kept = await olivia.sync({ cursor: answer.cursor, ops: [keepMine] })
  expect(kept.results).toEqual([{ opId: keepMine.opId, status: 'applied' }])
  expect(kept.marathons).toMatchObject([keepMine.patch])
})
