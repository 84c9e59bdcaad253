import { Icon } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'

/** The way back from one task. */
export function AllTasks() {
  return (
    <a class="button plain" href="/app/tasks">
      <Icon name="left" /> {m.allTasks}
    </a>
  )
}
