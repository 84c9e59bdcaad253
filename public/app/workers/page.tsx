import type { PageProps } from '../../ui/page.ts'
import { JobPage } from './job-page.tsx'
import { NewJobPage } from './new-job-page.tsx'
import './page.css'

/** Jobs that a worker does by itself: a new one with those before, or one of them. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <NewJobPage /> : <JobPage key={id} id={id} />
}
