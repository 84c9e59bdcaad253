import { expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { YtDlp } from '../../src/media/video/yt-dlp.ts'
import { createLog } from '../../src/platform/log.ts'
import { processesWithEntry } from '../../src/platform/process-table.ts'
import { usableBwrap } from '../support/bwrap.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'
import { installYtDlp, videoRequest } from '../support/yt-dlp.ts'

/** Processes of runs. */
function left(marker: string) {
  return processesWithEntry((entry) => entry === `HEARTH_TEST_MARK=${marker}`)
}

test('a run that prints without an end is ended', async () => {
  using double = installYtDlp()
  double.replay({ shell: 'export HEARTH_TEST_MARK=flood; yes' })
  expect(await thrown(double.source.details(videoRequest()))).toMatchObject({
    code: 'download_failed',
    message: 'Cannot read this video: 93.184.216.34 says too much about it',
  })
  double.replay({ shell: 'export HEARTH_TEST_MARK=flood; yes >&2' })
  expect(await thrown(double.source.details(videoRequest()))).toMatchObject({
    code: 'download_failed',
  })
  expect([left('flood'), double.runFolders()]).toEqual([[], []])
})

test('at the deadline, and when its caller leaves, all its processes are ended', async () => {
  using double = installYtDlp()
  await double.source.find()
  const stubborn = `export HEARTH_TEST_MARK=late; (trap '' INT; sleep 60) & sleep 60`
  double.replay({ shell: stubborn })
  expect(await thrown(double.source.details(videoRequest({ deadlineMs: 500 })))).toMatchObject({
    code: 'download_timeout',
  })
  const leaving = new AbortController()
  const reason = new Error('The caller has left')
  const cut = double.source.details(videoRequest({ signal: leaving.signal }))
  while (left('late').length < 2) await Bun.sleep(5)
  leaving.abort(reason)
  expect(await thrown(cut)).toBe(reason)
  expect([left('late'), double.runFolders()]).toEqual([[], []])
  const gone = videoRequest({ signal: AbortSignal.abort(reason) })
  expect(await thrown(double.source.details(gone))).toBe(reason)
})

test('a list of a thousand entries with long descriptions is read', async () => {
  using double = installYtDlp()
  const entry = { _type: 'url', url: 'https://a.test/1', description: 'x'.repeat(20_000) }
  const entries = Array.from({ length: 1_000 }, (_, at) => ({ ...entry, id: `${at}` }))
  double.replay({ stdout: JSON.stringify({ _type: 'playlist', id: 'L', entries }) })
  const list = await double.source.list({ ...videoRequest(), limit: 200 })
  expect(list.entries.length).toBe(200)
})

const bwrap = usableBwrap()
if (bwrap === undefined) console.log('Skipped the sandbox of yt-dlp: bwrap cannot make one here')

test.skipIf(bwrap === undefined)(
  'in the sandbox there is no file but its own, no network but the bridge, and no privilege',
  async () => {
    using folder = tempFolder()
    const program = join(folder.path, 'yt-dlp')
    const secret = join(folder.path, 'secret')
    writeFileSync(secret, 'x')
    writeFileSync(
      program,
      `#!/bin/sh
case "$*" in
  *--version) echo 2026.10.26; exit ;;
  *--help) echo '  --ignore-config'; exit ;;
esac
seen="$(ls ${secret} /etc/passwd /root /home 2>/dev/null | wc -l)"
seen="$seen $(grep -c : /proc/net/dev) $(grep CapEff /proc/self/status | tr -d '\\t')"
printf '{"id":"1","title":"%s %s"}' "$seen" "$(env | grep -c '^https_proxy=http://hearth:.*@127.0.0.1:3128$')"
`,
    )
    chmodSync(program, 0o755)
    using ytDlp = new YtDlp({
      programs: { yt_dlp: program },
      env: { PATH: process.env['PATH'] },
      openEgressProxy: egressProxies({ log: createLog('silent') }),
      safeFetch: new PinnedFetch(),
    })
    expect(await ytDlp.find()).toMatchObject({ bwrap })
    const { title } = await ytDlp.details(videoRequest())
    expect(title).toBe('0 1 CapEff:0000000000000000 1')
  },
)
