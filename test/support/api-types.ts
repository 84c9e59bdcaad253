// Writes the types of the service's API for the web app: bun run api:types
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from './service.ts'

const API_TYPES = join(import.meta.dir, '../../public/ui/api-types.ts')
const GENERATE = join(import.meta.dir, 'generate-types.ts')
const HEADING = '// Made from /openapi.json by `bun run api:types`.\n'

/** Whether these types, made of the service's own description, are those of the web app. */
export async function isCurrent(made: string): Promise<boolean> {
  return (await Bun.file(API_TYPES).text()) === HEADING + made
}

async function apiTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-api-types-'))
  try {
    await using service = createTestApp()
    const input = join(folder, 'openapi.json')
    await Bun.write(input, await (await service.request('/openapi.json')).text())
    const child = Bun.spawn([process.execPath, GENERATE, input, folder, 'openapi-typescript'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if ((await child.exited) !== 0) throw new Error('The types cannot be made')
    return HEADING + (await Bun.file(join(folder, 'openapi-typescript.ts')).text())
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) await Bun.write(API_TYPES, await apiTypes())
