import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { startToolServer } from '../support/tool-server.ts'
import { FINISH, WORKER_BODY, workerService } from '../support/worker-service.ts'

test('a profile that is taken away while a job runs ends the job before its next question', async () => {
  const asked = Promise.withResolvers<void>()
  const isTaken = Promise.withResolvers<void>()
  await using app = workerService([
    async () => {
      asked.resolve()
      await isTaken.promise
      return [['list_files', {}]]
    },
  ])
  const granted = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }
  const { id, authorization } = app.makeKey(granted)
  const finished = app.finished(WORKER_BODY, { authorization })
  await asked.promise
  const changed = await app.asOwner('PUT', `/admin/api-access/${id}`, {
    ...granted,
    ...{ agent_tasks: [], media: false, worker_profiles: [], image_models: [] },
  })
  expect(changed.status).toBe(200)
  isTaken.resolve()
  const { job } = await finished
  expect(pick(job, 'error')).toMatchObject({ code: 'capability_denied' })
  expect(app.engine.turns).toHaveLength(1)
})

test('a key that names its tools has no others in workers, also from a change in the middle on', async () => {
  using folder = tempFolder()
  const butler = join(folder.path, 'worker-profiles', 'butler')
  mkdirSync(butler, { recursive: true })
  const front = 'name: butler\ndescription: Knows the notes\ntools: [notes__find]'
  writeFileSync(join(butler, 'PROFILE.md'), `---\n${front}\n---\nAnswer.`)
  using server = startToolServer()
  const change: { now?: () => Promise<unknown> } = {}
  const find = async () => {
    await change.now?.()
    return [['notes__find', { q: 'dams' }]] as [string, object][]
  }
  await using app = workerService([find, FINISH, find, FINISH, find, FINISH, find, FINISH], {
    env: { DATA_DIR: folder.path },
    file: server.block('notes', ['find']),
  })
  const granted = { generate: true, agent_engines: ['local'], worker_profiles: ['butler'] }
  const free = app.makeKey({ ...granted, media: true })
  const task = { ...WORKER_BODY, profile: 'butler' }
  const told = () => JSON.stringify(app.engine.turns.at(-1)?.messages)
  const calls = () => server.seen.filter(({ method }) => method === 'tools/call').length
  await app.finished(task, { authorization: free.authorization })
  expect(told()).toContain('find {')
  // In the middle of a job.
  change.now = () =>
    app.asOwner('PUT', `/admin/api-access/${free.id}`, {
      ...{ ...granted, media: true, agent_tasks: [], image_models: [], tools: ['read_page'] },
    })
  await app.finished(task, { authorization: free.authorization })
  expect(told()).toContain('may no longer be called')
  delete change.now
  for (const limit of [{ media: true, tools: ['read_page'] }, { media: false }]) {
    const { authorization } = app.makeKey({ ...granted, ...limit })
    await app.finished(task, { authorization })
    expect(told()).toContain('notes__find')
    const { tools } = app.engine.turns.at(-1)?.options ?? {}
    expect(JSON.stringify(tools)).not.toContain('notes__find')
  }
  expect(calls()).toBe(1)
})
