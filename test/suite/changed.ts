import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { timingsOf } from './parts.ts'

/** What the tests of a change may take, by their measured times. */
const BUDGET_MS = 30_000
/** They protect the structure and cost a second. */
const ALWAYS = ['test/architecture.test.ts', 'test/route-table.test.ts']
/** A file that was never measured. */
const UNKNOWN_MS = 500
const IMPORT = /(?:from|import\()\s*'(\.[^']+)'/g

/**
 * Chooses the default tests that a change can break: those that import a changed file, the nearest first,
 * as many as their measured times allow. Prints how many it leaves out.
 *
 * @param commit What the working folder is compared with
 * @returns Paths; only the fixed ones where nothing has changed
 */
export async function testsOf(commit: string): Promise<string[]> {
  const changed = [
    ...(await lines('git', 'diff', '--name-only', '--relative', commit)),
    ...(await lines('git', 'ls-files', '--others', '--exclude-standard')),
  ]
  const importers = await readImporters()
  const times = readTimes()
  const nearest = distances(changed, importers)
  const candidates = [...nearest.entries()]
    .filter(([file]) => isDefaultTest(file))
    .sort(([, left], [, right]) => left - right)
    .map(([file]) => file)
  const chosen: string[] = []
  let ms = 0
  for (const file of new Set([...ALWAYS, ...candidates])) {
    const cost = times[file] ?? UNKNOWN_MS
    if (chosen.length >= ALWAYS.length && ms + cost > BUDGET_MS) continue
    chosen.push(file)
    ms += cost
  }
  const left = candidates.filter((file) => !chosen.includes(file)).length
  console.log(`${changed.length} changed files: ${chosen.length} files of tests, ${left} left out`)
  return chosen.map((file) => `./${file}`)
}

/** How many imports lie between each file and the nearest of those that have changed. */
function distances(changed: readonly string[], importers: ReadonlyMap<string, Set<string>>) {
  const found = new Map(changed.map((file) => [file, 0]))
  // A Map is iterated in the order of insertion, also over what is added meanwhile.
  for (const [file, distance] of found)
    for (const importer of importers.get(file) ?? [])
      if (!found.has(importer)) found.set(importer, distance + 1)
  return found
}

/** Which files import each file. */
async function readImporters(): Promise<Map<string, Set<string>>> {
  const importers = new Map<string, Set<string>>()
  const root = process.cwd()
  for await (const file of new Bun.Glob('{src,test,public}/**/*.{ts,tsx}').scan(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const imported = relative(root, join(root, dirname(file), path))
      const known = importers.get(imported) ?? new Set()
      importers.set(imported, known.add(file))
    }
  }
  return importers
}

function readTimes(): Readonly<Record<string, number>> {
  const { files = {} } = JSON.parse(readFileSync(timingsOf('default'), 'utf8'))
  return files
}

function isDefaultTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) && !/^test\/(?:slow|browser|contract)\//.test(file)
}

async function lines(...command: string[]): Promise<string[]> {
  const text = await Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.text()
  return text.split('\n').filter((line) => line !== '')
}
