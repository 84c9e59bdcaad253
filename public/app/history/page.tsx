import type { PageProps } from '../../ui/page.ts'
import { EntryPage } from './entry-page.tsx'
import { HistoryList } from './history-list.tsx'
import './page.css'

/** What was made and kept: the list, and one entry. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <HistoryList /> : <EntryPage key={id} id={id} />
}
