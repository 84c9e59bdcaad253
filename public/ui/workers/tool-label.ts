import type { IconName } from '../icon.tsx'

const TOOLS: Readonly<Record<string, { icon: IconName; text: string }>> = {
  list_files: { icon: 'files', text: 'Looked at the files' },
  read_file: { icon: 'document', text: 'Read a file' },
  search_files: { icon: 'search', text: 'Searched the files' },
  run: { icon: 'worker', text: 'Ran a command' },
  write_artifact: { icon: 'edit', text: 'Created a file' },
  fetch_page: { icon: 'link', text: 'Read a page' },
  web_search: { icon: 'search', text: 'Searched the web' },
  wait_for_engine: { icon: 'clock', text: 'Waited for an engine' },
  finish: { icon: 'check', text: 'Wrote the answer' },
}

/** What a tool does, as its person calls it. */
export function toolLabel(tool: string): { icon: IconName; text: string } {
  return TOOLS[tool] ?? { icon: 'worker', text: tool.replaceAll('_', ' ') }
}
