import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { path, query, setQuery } from '../../ui/router.ts'
import { AGENT_CALLS } from '../jobs/job-calls.ts'
import { taskName } from '../jobs/job-label.ts'
import { noteEnd, watchEnd } from '../jobs/job-watch.ts'
import { LiveJob } from '../jobs/live-job.ts'
import type { AgentJob } from '../jobs/types.ts'
import { AllTasks } from './all-tasks.tsx'
import { loadRecentRuns, RecentRuns } from './recent-runs.tsx'
import { RunView } from './run-view.tsx'
import { translated } from './shipped.ts'
import { TaskForm } from './task-form.tsx'
import type { Task } from './task-list-state.ts'

/** One task: its form, the run that is shown, and the runs before. */
export function TaskPage({ task }: { task: Task }) {
  const recent = useResource((signal) => loadRecentRuns(task.name, signal), [task.name])
  const form = useRef<HTMLFormElement>(null)
  const shownId = useComputed(() => query.value.get('job'))
  const live = useSignal<LiveJob<AgentJob> | undefined>(undefined)
  const own = useRef(path.peek())
  const start = (id: string) => {
    watchEnd({ job_id: id, kind: 'agent', task: task.name })
    // Anyone who has left the page meanwhile is told at the end.
    if (path.peek() === own.current) setQuery({ job: id })
  }
  // Another address shows another run.
  useSignalEffect(() => {
    const id = shownId.value
    const before = live.peek()
    if (before?.id === id) return
    before?.close()
    live.value =
      id === null
        ? undefined
        : new LiveJob(AGENT_CALLS, id, (job) => {
            noteEnd(job, true)
            void recent.reload()
          })
    if (id !== null) void recent.reload()
  })
  useEffect(() => () => live.peek()?.close(), [])
  return (
    <PageLayout title={taskName(task.name)} side={<AllTasks />}>
      <p class="quiet task-lead" dir="auto">
        {translated(task.description)}
      </p>
      <div class="task">
        <TaskForm task={task} formRef={form} onStart={start} />
        <div>
          {live.value !== undefined && (
            <RunView
              key={live.value.id}
              live={live.value}
              task={task.name}
              onAgain={() => form.current?.requestSubmit()}
            />
          )}
          <RecentRuns runs={recent} shown={shownId.value} isAlone={live.value === undefined} />
        </div>
      </div>
    </PageLayout>
  )
}
