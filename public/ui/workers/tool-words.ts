import type { IconName } from '../icon.tsx'

const TOOLS: Readonly<Record<string, { icon: IconName; words: string }>> = {
  list_files: { icon: 'files', words: 'Looked at the files' },
  read_file: { icon: 'document', words: 'Read a file' },
  search_files: { icon: 'search', words: 'Searched the files' },
  run: { icon: 'worker', words: 'Ran a command' },
  write_artifact: { icon: 'edit', words: 'Made a file' },
  fetch_page: { icon: 'link', words: 'Read a page' },
  web_search: { icon: 'search', words: 'Searched the web' },
  wait_for_engine: { icon: 'clock', words: 'Waited for an engine' },
  finish: { icon: 'check', words: 'Wrote the answer' },
}

/** What a tool does, as its person calls it. */
export function toolWords(tool: string): { icon: IconName; words: string } {
  return TOOLS[tool] ?? { icon: 'worker', words: tool.replaceAll('_', ' ') }
}
