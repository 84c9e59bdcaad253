import { expect, test } from 'bun:test'
import { pick } from '../support/pick.ts'
import { WORKER_BODY, workerService } from '../support/worker-service.ts'

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
