import { expect, it } from 'vitest'
import type { Marathon } from '../../contract/marathon.ts'
import { TestClient } from '../testing/client.ts'
import { inDays, newId } from '../testing/rows.ts'

const day = (days: number) => inDays(days).slice(0, 10)

/** The body of the original add form: dates without a time, no time zone, and fields that the server ignores. */
function addForm(client: TestClient) {
  return {
    title: `City Run ${newId('n')}`,
    regStart: day(-1),
    regEnd: day(5),
    startDate: day(30),
    location: 'Dhaka',
    distance: '10k',
    description: 'Through the old town.',
    image: 'https://example.com/run.jpg',
    name: 'Somebody',
    email: `${client.uid}@example.com`,
    createdAt: new Date().toISOString(),
    regCount: 0,
  }
}

/** The body of the original registration form, which has no marathonId. */
function applyForm(client: TestClient, marathon: Marathon) {
  const { title, startDate, location, image, description } = marathon
  const person = { firstName: 'Ravi', lastName: 'Runner', phoneNumber: '01712345678', additionalInfo: '' }
  return { title, startDate, location, image, description, ...person, email: `${client.uid}@example.com` }
}

async function people() {
  const olivia = await TestClient.signedIn(newId('olivia'))
  const ravi = await TestClient.signedIn(newId('ravi'))
  const added = await (await olivia.call('POST', '/marathons', addForm(olivia))).json<{ insertedId: string }>()
  const read = async () => await (await ravi.call('GET', `/marathons/${added.insertedId}`)).json<Marathon>()
  return { olivia, ravi, id: added.insertedId, read }
}

it('adds, browses, applies and puts the whole marathon back with one more registration', async () => {
  const { ravi, id, read } = await people()
  const marathon = await read()
  expect(marathon).toMatchObject({ regStart: `${day(-1)}T00:00:00.000Z`, regEnd: `${day(5)}T23:59:59.999Z` })
  const applied = await ravi.call('POST', '/marathonApplication', applyForm(ravi, marathon))
  expect((await applied.json<{ insertedId: string }>()).insertedId).toBeTruthy()
  const put = await ravi.call('PUT', `/marathons/${id}`, { ...marathon, regCount: marathon.regCount + 1 })
  expect([put.status, await put.json()]).toEqual([200, { acknowledged: true, matchedCount: 1, modifiedCount: 0 }])
  expect((await read()).regCount).toBe(1)
})

it('may put regCount or dates alone, and never moves a count or an event of others', async () => {
  const { ravi, id, read } = await people()
  const before = await read()
  const dates = { regStart: day(-1), regEnd: day(5), startDate: day(30) }
  for (const body of [{ regCount: 999 }, { regCount: -1, ...dates }, { ...before, ...dates, regCount: 7, ver: 55 }]) {
    const response = await ravi.call('PUT', `/marathons/${id}`, body)
    expect(await response.json()).toMatchObject({ modifiedCount: 0 })
  }
  for (const body of [
    { ...before, location: 'X' },
    { regCount: 1, startDate: day(31) },
    { regCount: 1, nonsense: 1 },
  ]) {
    expect((await ravi.call('PUT', `/marathons/${id}`, body)).status).toBe(403)
  }
  expect(await read()).toEqual(before)
})

it('saves its own marathon with dates without a time, and keeps the start time', async () => {
  const { olivia, id, read } = await people()
  await olivia.call('PUT', `/marathons/${id}`, { startDate: `${day(30)}T07:30:00.000Z` })
  const { title, location, distance, description, image } = await read()
  const form = { title, startDate: day(30), distance, description, regStart: day(-1), regEnd: day(5), image }
  const same = await olivia.call('PUT', `/marathons/${id}`, { ...form, location })
  expect(await same.json()).toMatchObject({ modifiedCount: 0 })
  const moved = await olivia.call('PUT', `/marathons/${id}`, { ...form, location: 'Sylhet', regEnd: day(6) })
  expect(await moved.json()).toMatchObject({ modifiedCount: 1 })
  expect(await read()).toMatchObject({
    location: 'Sylhet',
    startDate: `${day(30)}T07:30:00.000Z`,
    regEnd: `${day(6)}T23:59:59.999Z`,
  })
  expect((await olivia.call('PUT', `/marathons/${id}`, { ...form, title: 'Other' })).status).toBe(422)
})

it('lists, edits and deletes its application, and deletes its event, by email and by counts', async () => {
  const { olivia, ravi, id, read } = await people()
  await ravi.call('POST', '/marathonApplication', applyForm(ravi, await read()))
  const email = `${ravi.uid}@example.com`
  const [mine] = await (await ravi.call('GET', `/marathonApplication?email=${email}`)).json<Record<string, string>[]>()
  const edited = await ravi.call('PUT', `/marathonApplication/${mine?._id}`, {
    ...mine,
    startDate: day(2),
    lastName: 'R',
  })
  expect(edited.status).toBe(200)
  const removed = await ravi.call('DELETE', `/marathonApplication/${mine?._id}`)
  expect(await removed.json()).toEqual({ acknowledged: true, deletedCount: 1 })
  for (const deletedCount of [1, 0]) {
    expect(await (await olivia.call('DELETE', `/marathons/${id}`)).json()).toEqual({ acknowledged: true, deletedCount })
  }
})

it('names the marathon by title and start or day, and is refused if that names none or two', async () => {
  const { olivia, ravi, read } = await people()
  const marathon = await read()
  const form = applyForm(ravi, marathon)
  const wrong = await ravi.call('POST', '/marathonApplication', { ...form, startDate: day(31) })
  expect((await wrong.json<{ fields: object }>()).fields).toHaveProperty('marathonId')
  expect((await ravi.call('POST', '/marathonApplication', { ...form, startDate: day(30) })).status).toBe(201)
  await olivia.call('POST', '/marathons', { ...addForm(olivia), title: marathon.title })
  const two = await ravi.call('POST', '/marathonApplication', { ...form, firstName: 'Other' })
  expect((await two.json<{ fields: object }>()).fields).toHaveProperty('marathonId')
})

it('applies where nothing is required beyond its fields, and is told by name which question is', async () => {
  const { olivia, ravi, id, read } = await people()
  const shirt = { id: 'shirt0', kind: 'choice', label: 'Shirt size', staffSees: false, options: ['S', 'M'] }
  const ask = (isRequired: boolean) =>
    olivia.call('PUT', `/marathons/${id}`, { questions: JSON.stringify([{ ...shirt, isRequired }]) })
  await ask(true)
  const refused = await ravi.call('POST', '/marathonApplication', applyForm(ravi, await read()))
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      detail: 'answers.shirt0: answer required (question Shirt size)',
      fields: { 'answers.shirt0': { code: 'ANSWER_REQUIRED', values: { question: 'Shirt size' } } },
    },
  ])
  await ask(false)
  const marathon = await read()
  expect((await ravi.call('POST', '/marathonApplication', applyForm(ravi, marathon))).status).toBe(201)
  // Whole rows go back as they came, and change nothing.
  for (const client of [ravi, olivia]) {
    const put = await client.call('PUT', `/marathons/${id}`, { ...marathon, regCount: marathon.regCount + 1 })
    expect(await put.json()).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
  }
  expect((await read()).questions).toBe(marathon.questions)
  const [own] = await (await ravi.call('GET', '/marathonApplication')).json<{ _id: string; answers: string }[]>()
  const edited = await ravi.call('PUT', `/marathonApplication/${own?._id}`, { ...own, location: 'Sylhet' })
  expect([own?.answers, await edited.json()]).toMatchObject(['', { modifiedCount: 1 }])
})
