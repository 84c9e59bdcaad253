import { chmodSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { MAX_LISTED_VIDEOS } from '../../src/media/contract-video.ts'
import { startProcess } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import type { Bench } from './bench.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'

const ADDED_MS = 100
/** What yt-dlp itself takes of a site that answers at once, in seconds. */
const PROGRAM_SECONDS = 0.5

/** The longest list of a channel through the service, beside the program that reads it by hand. */
export async function videoList({ folder, rounds }: Bench): Promise<Row[]> {
  const program = join(folder, 'yt-dlp')
  writeFileSync(program, script())
  chmodSync(program, 0o755)
  await using hearth = await startProcess(folder, `[programs]\nyt_dlp = "${program}"\n`, {
    DATA_DIR: join(folder, 'video-list'),
    TRUSTED_NETWORKS: '127.0.0.1',
    MIN_FREE_BYTES: '0',
  })
  // The first question tries the program out.
  await list(hearth.url, 0)
  const [byHand, through]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    byHand.push(await timeOf(() => run(program)))
    through.push(await timeOf(() => list(hearth.url, round)))
  }
  const [own, whole] = [median(byHand), median(through)]
  return [
    {
      measure: `list of ${MAX_LISTED_VIDEOS} videos, added to the time of yt-dlp`,
      value: whole - own,
      unit: 'ms',
      target: { below: ADDED_MS },
      detail: `Hearth ${whole.toFixed(0)} ms, by hand ${own.toFixed(0)} ms, load ${loadavg()[0]?.toFixed(1)}`,
    },
  ]
}

/** One file, as a sandbox shows it. */
function script(): string {
  const entries = Array.from({ length: MAX_LISTED_VIDEOS }, (_, index) => ({
    ...{ _type: 'url', ie_key: 'Youtube', id: `video${index}`, title: `Video ${index}` },
    ...{ url: `https://www.youtube.com/watch?v=video${index}`, duration: index, view_count: index },
    thumbnails: [360, 720].map((width) => ({ url: `https://i.ytimg.com/${width}.jpg`, width })),
  }))
  const info = { _type: 'playlist', id: 'list', title: 'A list', extractor: 'youtube:tab', entries }
  return `#!/bin/sh
case "$*" in
  *' --version') echo 2026.10.26; exit ;;
  *' --help') echo '  --proxy URL'; exit ;;
esac
sleep ${PROGRAM_SECONDS}
cat <<'END'
${JSON.stringify(info)}
END
`
}

/** Each site is asked once a second, so each question is to another. */
async function list(base: string, round: number): Promise<void> {
  const url = `http://93.184.216.${round + 1}/list`
  const response = await fetch(
    `${base}/v1/playlist?url=${encodeURIComponent(url)}&limit=${MAX_LISTED_VIDEOS}`,
    { headers: { authorization: `Bearer ${PRIMARY_KEY}` } },
  )
  const items: unknown = Reflect.get(Object(await response.json()), 'items')
  if (!Array.isArray(items) || items.length !== MAX_LISTED_VIDEOS)
    throw new Error(`The list was not read: ${response.status}`)
}

async function run(program: string): Promise<void> {
  const child = Bun.spawn([program, 'list'], { stdout: 'pipe' })
  JSON.parse(await new Response(child.stdout).text())
  await child.exited
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
