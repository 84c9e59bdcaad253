import type { WorkerTool } from './tool.ts'
import { fetchPage } from './tools/fetch-page.ts'
import { finish } from './tools/finish.ts'
import { listFiles } from './tools/list-files.ts'
import { readFile } from './tools/read-file.ts'
import { run } from './tools/run.ts'
import { searchFiles } from './tools/search-files.ts'
import { webSearch } from './tools/web-search.ts'
import { writeArtifact } from './tools/write-artifact.ts'
import type { WorkerProfile } from './worker-profile.ts'

const ALL: readonly WorkerTool[] = [
  listFiles,
  readFile,
  searchFiles,
  run,
  writeArtifact,
  fetchPage,
  webSearch,
]

/** What a worker of a profile may use. It can always end its work. */
export function toolsOf({ tools }: WorkerProfile, { hasSearch }: { hasSearch: boolean }) {
  const granted = ALL.filter(
    ({ name }) => tools.includes(name) && (name !== 'web_search' || hasSearch),
  )
  return [...granted, finish]
}

/** Tools in the form in which engines are told of functions. */
export function functionsOf(tools: readonly WorkerTool[]) {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    // Without the symbols of the schema library.
    function: { name, description, parameters: JSON.parse(JSON.stringify(parameters)) },
  }))
}
