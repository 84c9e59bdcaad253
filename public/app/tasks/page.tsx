import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { useResource } from '../../ui/resource.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { taskName } from '../jobs/job-label.ts'
import { AllTasks } from './all-tasks.tsx'
import { loadTasks, type Task, tasks } from './task-list-state.ts'
import { TaskPage } from './task-page.tsx'
import './page.css'
import { fill } from '../../ui/fill.ts'
import { m } from './messages/en.ts'
import { translated } from './shipped.ts'

/** The tasks that this person may run, or one of them. */
export function Page({ params: { name } }: PageProps) {
  const loading = useResource(loadTasks)
  const { value } = loading.value
  const known = tasks.value
  const task = known?.find((one) => one.name === name)
  const title = name === undefined ? m.title : taskName(name)
  useEffect(() => {
    document.title = `${title} · Hearth`
  }, [title])
  if (task !== undefined) return <TaskPage key={task.name} task={task} />
  return (
    <PageLayout title={title} side={name === undefined ? undefined : <AllTasks />}>
      {known === undefined && value.state === 'failed' ? (
        <Failed error={value.error} retry={() => void loading.reload()} />
      ) : known === undefined || (name !== undefined && value.state === 'loading') ? (
        <Loading label={m.loadingTasks} />
      ) : name !== undefined ? (
        <Empty icon="search" title={m.noSuchTask}>
          {fill(m.mayBeRemoved, { link: <a href="/app/tasks">{m.seeAll}</a> })}
        </Empty>
      ) : known.length === 0 ? (
        <Empty icon="tasks" title={m.noTasks}>
          {m.noTasksText}
        </Empty>
      ) : (
        <TaskList tasks={known} />
      )}
    </PageLayout>
  )
}

function TaskList({ tasks: shown }: { tasks: readonly Task[] }) {
  return (
    <>
      <p class="quiet task-lead">{m.whatShouldHappen}</p>
      <ul class="rows">
        {shown.map(({ name, description }) => (
          <li key={name}>
            <a class="row task-link" href={`/app/tasks/${encodeURIComponent(name)}`}>
              <span class="grow">
                {taskName(name)}
                <small dir="auto">{translated(description)}</small>
              </span>
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
