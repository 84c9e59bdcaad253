import { expect, test } from 'bun:test'
import { processesWithEntry } from '../../src/platform/process-table.ts'
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
