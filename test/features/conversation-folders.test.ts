import { expect, test } from 'bun:test'
import { MAX_FOLDERS } from '../../src/features/conversations/folders.ts'
import { MAX_FOLDER_NAME_CHARACTERS } from '../../src/features/conversations/schema.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { makeUser } from '../support/users.ts'

const FOLDERS = '/api/conversation-folders'

/** A service with two people who make folders and conversations. */
function serviceOfTwo() {
  const service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const client = (user: ReturnType<typeof makeUser>) => {
    const send = (method: string, path: string, body?: object) =>
      service.request(
        path,
        body === undefined
          ? { method, headers: user.headers }
          : jsonInit(method, body, user.headers),
      )
    const titles = async (query: string) =>
      pickList(await (await send('GET', `/api/conversations${query}`)).json(), 'items').map((one) =>
        pick(one, 'title'),
      )
    return {
      send,
      titles,
      make: async (path: string, body: object) =>
        String(await pickFrom(await send('POST', path, body), 'id')),
      folders: async () => pickList(await (await send('GET', FOLDERS)).json(), 'items'),
    }
  }
  const [ann, bea] = [makeUser(service.services), makeUser(service.services)]
  return { ...service, ann: client(ann), bea: client(bea) }
}

test('conversations are moved into folders and out of them, and stay when one is deleted', async () => {
  await using service = serviceOfTwo()
  const { ann } = service
  const work = await ann.make(FOLDERS, { name: 'Work' })
  const garden = await ann.make(FOLDERS, { name: 'garden' })
  const tax = await ann.make('/api/conversations', { title: 'Tax' })
  await ann.make('/api/conversations', { title: 'Bread' })
  const moved = await ann.send('PATCH', `/api/conversations/${tax}`, { folder_id: work })
  expect(await moved.json()).toMatchObject({ folder_id: work })
  expect(await ann.titles(`?folder=${work}`)).toEqual(['Tax'])
  expect(await ann.titles(`?folder=${garden}`)).toEqual([])
  expect(await ann.titles('?folder=none')).toEqual(['Bread'])
  expect((await ann.titles('')).toSorted()).toEqual(['Bread', 'Tax'])
  expect(await (await ann.send('GET', '/api/conversations?folder=none')).json()).toMatchObject({
    folders: [
      { name: 'garden', conversations: 0, open: true },
      { name: 'Work', conversations: 1, open: true },
    ],
  })
  const renamed = await ann.send('PATCH', `${FOLDERS}/${work}`, { name: 'Office', open: false })
  expect(await renamed.json()).toMatchObject({ name: 'Office', open: false, conversations: 1 })
  expect((await ann.send('DELETE', `${FOLDERS}/${work}`)).status).toBe(204)
  expect(await ann.titles('?folder=none')).toHaveLength(2)
  await ann.send('PATCH', `/api/conversations/${tax}`, { folder_id: garden })
  const out = await ann.send('PATCH', `/api/conversations/${tax}`, { folder_id: null })
  expect(await out.json()).toMatchObject({ folder_id: null })
})

test('a folder of another person is not there, and names and numbers are bounded', async () => {
  await using service = serviceOfTwo()
  const { ann, bea } = service
  const work = await ann.make(FOLDERS, { name: 'Work' })
  const own = await bea.make('/api/conversations', { title: 'Hers' })
  for (const method of ['PATCH', 'DELETE'])
    expect((await bea.send(method, `${FOLDERS}/${work}`, { name: 'x' })).status).toBe(404)
  const refused = await bea.send('PATCH', `/api/conversations/${own}`, { folder_id: work })
  expect([refused.status, await pickFrom(refused, 'detail')]).toEqual([
    422,
    'Cannot use folder_id: you have no folder with this id',
  ])
  expect(await bea.titles(`?folder=${work}`)).toEqual([])
  expect(await bea.folders()).toEqual([])

  const name = 'n'.repeat(MAX_FOLDER_NAME_CHARACTERS)
  for (const wrong of [`${name}n`, ' ', ''])
    expect((await ann.send('POST', FOLDERS, { name: wrong })).status).toBe(422)
  for (let made = 1; made < MAX_FOLDERS; made += 1) await ann.make(FOLDERS, { name })
  const full = await ann.send('POST', FOLDERS, { name })
  expect([full.status, await pickFrom(full, 'detail')]).toEqual([
    409,
    `Delete a folder first: there are ${MAX_FOLDERS}`,
  ])
})
