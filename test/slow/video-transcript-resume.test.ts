import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/gates.ts'
import { localFetch } from '../support/local-fetch.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { transcriptService } from '../support/transcripts.ts'

/** Of three pieces. */
const RECORDING = speechWav(200)

test('a transcript of a video that a stop cuts off goes on at the next start: no captions, no download, no piece again', async () => {
  using folder = tempFolder()
  await using web = pageWithPlayer()
  let captions = 0
  let downloads = 0
  const start = () =>
    transcriptService({
      env: { DATA_DIR: folder.path },
      safeFetch: localFetch(),
      async readCaptions() {
        captions += 1
        return undefined
      },
      async downloadSound(_, { target }) {
        downloads += 1
        await Bun.write(target, RECORDING)
        return { title: 'A long talk' }
      },
    })
  const query = `?url=${encodeURIComponent(web.url)}`
  const first = start()
  const { recogniser } = first
  recogniser.hear = ({ seconds }) => {
    // The second piece is under work when the service stops.
    if (recogniser.calls.length === 1) recogniser.hold()
    return [{ start: 0, end: seconds, text: 'heard' }]
  }
  const job = await first.read(await first.asOwner('GET', `/v1/transcript${query}&async=true`))
  await recogniser.reached(2)
  await first[Symbol.asyncDispose]()
  expect(recogniser.aborted).toBe(1)

  await using second = start()
  const end = (await second.records(job)).at(-1)
  expect(end).toMatchObject({
    status: 'succeeded',
    result: { source: 'generated', title: 'A long talk', duration_seconds: 200, cached: false },
  })
  expect([captions, downloads, second.recogniser.calls.length]).toEqual([1, 1, 2])
  // After the end of the job is written.
  await until(() => readdirSync(join(folder.path, 'spool')).length === 0)
  const again = await second.asOwner('GET', `/v1/transcript${query}`)
  expect(await again.json()).toMatchObject({ cached: true, title: 'A long talk' })
})

function pageWithPlayer() {
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response('<video>', { headers: { 'content-type': 'text/html' } }),
  })
  return {
    url: `http://127.0.0.1:${server.port}/watch?v=1`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}
