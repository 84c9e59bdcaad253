import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp } from '../support/service.ts'
import type { Bench } from './bench.ts'
import type { Row } from './report.ts'

const ENTRIES = 100_000
/** Owners; every second entry is of the first one. */
const OWNERS = 50
const WORDS = 20_000
const WORDS_OF_TEXT = 40
const SEARCH_MS = 20
const ROUNDS = 5

/** How long a search of the history takes, for an owner of many entries and for one of few. */
export async function historySearches({ folder }: Bench): Promise<Row[]> {
  const data = join(folder, 'history')
  mkdirSync(data)
  await using service = createTestApp({ env: { DATA_DIR: data } })
  const { history, keepInHistory, db } = service.services
  db.transaction(() => {
    for (let index = 0; index < ENTRIES; index += 1)
      keepInHistory({
        owner: `user:${index % 2 === 0 ? 0 : index % OWNERS}`,
        kind: 'transcript',
        title: `Recording ${index}`,
        text: `the ${Array.from({ length: WORDS_OF_TEXT }, (_, at) => word(index * 31 + at * at)).join(' ')}`,
        data: { segments: [], engine: 'whisper' },
      })
  })
  const searches: Readonly<Record<string, string>> = {
    'a word of all entries': 'the',
    'the beginning of most words': 'w',
    'a frequent word': word(0),
    'two words': `${word(1)} ${word(4)}`,
    'a rare word': `Recording ${ENTRIES - 1}`,
    'a word of none': 'nowhere',
  }
  const rows: Row[] = []
  for (const [name, query] of Object.entries(searches))
    for (const [owner, size] of [
      ['user:0', 'many'],
      ['user:1', 'few'],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = performance.now()
        const { nextCursor } = await history.list(owner, { query }, 50, undefined)
        times.push(performance.now() - started)
        if (nextCursor !== undefined) await history.list(owner, { query }, 50, nextCursor)
      }
      times.sort((a, b) => a - b)
      rows.push({
        measure: `history search: ${name}, of an owner of ${size}`,
        value: times[Math.floor(ROUNDS / 2)] ?? 0,
        unit: 'ms',
        target: { below: SEARCH_MS },
        detail: `${ENTRIES} entries of ${OWNERS} owners, the newest 50`,
      })
    }
  return rows
}

/** Words of small numbers are frequent. */
function word(seed: number): string {
  const spread = (seed * 2_654_435_761) % 1_000_003
  return `w${Math.floor((spread / 1_000_003) ** 3 * WORDS).toString(36)}`
}
