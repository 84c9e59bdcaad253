import { Type } from '@sinclair/typebox'
import type { TaskContext, TaskDefinition } from '../../src/core/tasks/define-task.ts'
import { jobRoutes } from '../../src/features/shared/job-routes.ts'
import type { JobView } from '../../src/features/shared/job-view.ts'
import { pickEvents } from './pick.ts'
import { createTestApp, type TestOptions } from './service.ts'
import { taskOf } from './tasks.ts'

/** Where the jobs of a declared test task are. */
const TEST_JOBS = '/api/test/jobs'

export type Work = (input: string, context: TaskContext) => Promise<string>

/** A kind of work of the tests: text in, text out, kept as jobs under {@link TEST_JOBS}. */
export function textTask(work: Work, over: Partial<TaskDefinition> = {}): TaskDefinition {
  const text = Type.String()
  return taskOf(work, { admission: 'model', input: text, result: text, ...over })
}

/** The whole service with one more kind of work. */
export function taskApp(
  task: TaskDefinition,
  { lanes = {}, ...options }: TestOptions & { lanes?: Record<string, number> } = {},
) {
  const test = createTestApp({ ...options, more: () => ({ name: 'test', tasks: [task], lanes }) })
  test.app.use(
    jobRoutes(test.services, {
      task,
      path: TEST_JOBS,
      capability: true,
      body: {
        schema: Type.Object({ input: Type.String() }),
        maxBytes: 100_000,
        read: (_actor, { input }) => ({ input, async: true }),
      },
      view: (text) => ({ text }),
      resultSchema: Type.Object({ text: Type.Unknown() }),
      noun: 'test',
      summary: 'Test',
      description: 'Test.',
      tags: [],
    }),
  )
  const read = async (response: Response) => (await response.json()) as JobView
  return {
    ...test,
    task,
    submit: async (input: string) => read(await test.asOwner('POST', TEST_JOBS, { input })),
    job: async ({ job_id: id }: JobView) => read(await test.asOwner('GET', `${TEST_JOBS}/${id}`)),
    /** The job's records as its event stream has them, until its end. */
    async records({ job_id: id }: JobView): Promise<JobView[]> {
      return pickEvents(await test.asOwner('GET', `${TEST_JOBS}/${id}/events`))
    },
  }
}
