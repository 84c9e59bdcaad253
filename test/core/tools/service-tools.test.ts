import { afterAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { callerOf } from '../../../src/core/identity/actor.ts'
import { SeenAddresses } from '../../../src/core/tools/seen-addresses.ts'
import { Demo } from '../../../src/engines/demo/demo.ts'
import { oneTalk } from '../../support/one-page.ts'
import { pickFrom } from '../../support/pick.ts'
import { speechWav } from '../../support/recogniser.ts'
import { createTestApp } from '../../support/service.ts'
import { fakeRecogniser } from '../../support/transcripts.ts'
import { videoSource } from '../../support/video-source.ts'

const service = createTestApp({
  engines: [new Demo()],
  transcriptionEngines: [fakeRecogniser().engine],
  readCaptions: oneTalk,
  videoSources: [videoSource()],
})
afterAll(() => service[Symbol.asyncDispose]())
const { tools, files, spool } = service.services
const caller = callerOf({ kind: 'primary' }, 'r')

async function call(name: string, values: unknown): Promise<string> {
  const { signal } = new AbortController()
  const context = { caller, signal, addresses: undefined, origin: 'http://hearth.test' }
  const answer = await tools.call({ name, values }, context)
  if (!answer.ok) throw new Error(answer.text)
  return answer.text
}

const creditsUsed = async () =>
  Number(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits'))

test('video_details says what the site says, for a credit', async () => {
  const before = await creditsUsed()
  const text = await call('video_details', { url: 'https://videos.test/watch/1' })
  expect(text).toContain('Title: A talk\n')
  expect(await creditsUsed()).toBe(before + 1)
})

test('video_transcript gives the captions, with times where they are asked for', async () => {
  const url = 'https://videos.test/watch/1'
  const plain = await call('video_transcript', { url })
  expect(plain).toContain('From the captions of the site')
  const timed = await call('video_transcript', { url, timestamps: true })
  expect(timed).toMatch(/^\[0:\d\d\] /m)
})

test('with addresses, only videos that were seen are asked for', async () => {
  const { signal } = new AbortController()
  const addresses = new SeenAddresses()
  addresses.addFrom('See https://videos.test/watch/1.')
  const context = { caller, signal, addresses, origin: 'http://hearth.test' }
  for (const name of ['video_details', 'video_transcript']) {
    const ask = (url: string) => tools.call({ name, values: { url } }, context)
    expect((await ask('https://videos.test/watch/1')).ok).toBe(true)
    expect(await ask('https://videos.test/watch/1?told=secret')).toMatchObject({
      ok: false,
      text: expect.stringContaining('This address is not allowed'),
    })
  }
})

test('transcribe writes down a stored file, and leaves no copy of it', async () => {
  const sound = new Blob([speechWav(1)])
  const file = await files.store(caller.owner, sound.stream(), { filename: 'talk.wav' })
  const text = await call('transcribe', { file: `http://hearth.test/nas/${file.token}/talk.wav` })
  expect(text).toStartWith('Title: talk.wav\n')
  expect(text).toContain('As a transcription engine has heard it')
  // Beside the folder of the one that says where they are.
  await using beside = await spool.temporary()
  expect(readdirSync(dirname(beside.path)).filter((name) => !beside.path.endsWith(name))).toEqual(
    [],
  )
})

test('speak gives the link of a clip that opens', async () => {
  const text = await call('speak', { text: 'Hello from Hearth.', format: 'wav' })
  const path = /http:\/\/hearth\.test(\/\S+)/.exec(text)?.[1] ?? ''
  const clip = await service.request(path)
  expect([clip.status, clip.headers.get('content-type')]).toEqual([200, 'audio/wav'])
})

test('translate and run_task ask an engine, and run_task lists the tasks', async () => {
  expect(await call('run_task', {})).toContain('"task":"summarize"')
  const before = await creditsUsed()
  expect(await call('run_task', { task: 'summarize', input: 'The dam was built.' })).not.toBe('')
  expect(await creditsUsed()).toBe(before + 2)
  expect(await call('translate', { text: 'The dam was built.', target: 'de' })).not.toBe('')
})
