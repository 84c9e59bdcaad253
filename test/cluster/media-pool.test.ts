import { expect, test } from 'bun:test'
import type { AnnouncedSpeech, AnnouncedTranscription } from '../../src/cluster/contract.ts'
import { EnginePool } from '../../src/cluster/engine-pool.ts'
import { MachineSlots, OWN_MACHINE } from '../../src/cluster/machine-slots.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { SPEECH_ACCOUNTS, type SpeechEngine } from '../../src/engines/contract/speech.ts'
import { breaking, fakeCluster } from '../support/fake-cluster.ts'
import { thrown } from '../support/thrown.ts'

const { signal: never } = new AbortController()
const REQUEST = { text: 'Hello', voice: undefined, model: undefined, speed: 1 }
const SPEECH: AnnouncedSpeech = {
  type: 'speech',
  ...{ id: 'kokoro', label: 'Kokoro', kind: 'openai-http', models: [], timeoutMs: 1_000 },
  ...{ voices: [{ id: 'anna', languages: ['de'] }], appliesSpeed: true },
}
const RECOGNISER: AnnouncedTranscription = {
  type: 'transcription',
  ...{ id: 'whisper', label: 'Whisper', kind: 'openai-http', models: ['base'] },
  ...{ canTranslate: true, timeoutMs: 1_000 },
}
const LOST = new EngineFailure('unreachable', 'Lost')
const own: SpeechEngine = {
  ...SPEECH,
  accounts: SPEECH_ACCOUNTS,
  languages: undefined,
  voices: [],
  speak: async () => new Uint8Array([0]),
  checkStatus: async () => {},
}

function world() {
  const { cluster, put, setState, calls } = fakeCluster()
  const slots = new MachineSlots()
  const pool = new EnginePool({ cluster, slots, ownWidth: 1 })
  /** A node that says its number as sound. */
  const speaker = (name: string, sound: number) => {
    async function* serve() {
      yield [] as unknown[]
      return { value: null, bytes: new Uint8Array([sound]) }
    }
    slots.resize(name, 1)
    put(name, [SPEECH], serve)
  }
  return { cluster, put, setState, calls, slots, pool, speaker }
}

test('EnginePool speaks on this machine while it is free, else on a free one that has the voice', async () => {
  const { pool, slots, speaker } = world()
  speaker('gpu1', 1)
  speaker('gpu2', 2)
  const [engine] = pool.speech([own])
  expect(await engine?.speak(REQUEST, never)).toEqual(new Uint8Array([0]))
  using _own = await slots.take(OWN_MACHINE, never)
  expect(await engine?.speak(REQUEST, never)).toEqual(new Uint8Array([1]))
  using _first = await slots.take('gpu1', never)
  expect(await engine?.speak({ ...REQUEST, voice: 'anna' }, never)).toEqual(new Uint8Array([2]))
  const second = await slots.take('gpu2', never)
  const waiting = engine?.speak(REQUEST, never)
  second[Symbol.dispose]()
  expect(await waiting).toEqual(new Uint8Array([2]))
  expect(['gpu1', 'gpu2', OWN_MACHINE].map((name) => slots.taken(name))).toEqual([1, 0, 1])
})

test('EnginePool: another machine speaks where one is lost; a failure of the engine itself is one', async () => {
  const { pool, slots, speaker, put } = world()
  slots.resize('gpu1', 1)
  const failWith = (failure: Error) => put('gpu1', [SPEECH], breaking(failure))
  failWith(LOST)
  speaker('gpu2', 2)
  const [engine] = pool.speech([])
  expect(await engine?.speak(REQUEST, never)).toEqual(new Uint8Array([2]))
  const failure = new EngineFailure('request', 'Too long')
  failWith(failure)
  expect(await thrown(engine?.speak(REQUEST, never) ?? Promise.resolve())).toBe(failure)
  expect([slots.taken('gpu1'), slots.taken('gpu2')]).toEqual([0, 0])
})

test('EnginePool: a recogniser of a worker node gets the file, and says how far it is', async () => {
  const { pool, put, slots, calls } = world()
  slots.resize('gpu1', 1)
  const segments = [{ start: 0, end: 1, text: 'Hello' }]
  const files: (string | undefined)[] = []
  put('gpu1', [RECOGNISER], async function* (_call, { file }) {
    files.push(file)
    yield [{ progress: 0.5 }]
    return { value: { language: 'en', segments, hasTimes: true } }
  })
  const [engine] = pool.transcription([])
  const progress: number[] = []
  const request = { seconds: 1, model: 'base', language: undefined, prompt: undefined }
  const heard = await engine?.transcribe(
    { ...request, path: '/tmp/piece.wav', task: 'transcribe' },
    never,
    (finished) => progress.push(finished),
  )
  expect([heard, progress, files]).toEqual([
    { language: 'en', segments, hasTimes: true },
    [0.5],
    ['/tmp/piece.wav'],
  ])
  // A path of this machine means nothing on another one.
  expect(JSON.stringify(calls)).not.toContain('/tmp/piece.wav')
})

test('EnginePool: engines of one id are the same object each time; without a machine there is none', async () => {
  const { pool, speaker, setState } = world()
  speaker('gpu1', 1)
  const [first] = pool.speech([])
  expect(pool.speech([own])[0]).toBe(first ?? own)
  expect(pool.speech([own])).toHaveLength(1)
  setState('gpu1', 'lost')
  expect([pool.speech([]), pool.speech([own]).length]).toEqual([[], 1])
})

test('EnginePool checks an engine on another machine where the first one fails, and says why the first did', async () => {
  const { pool, speaker, put, calls } = world()
  const first = new EngineFailure('not_installed', 'No voice')
  const broken = { ...own, checkStatus: () => Promise.reject(first) }
  speaker('gpu1', 1)
  await pool.speech([broken])[0]?.checkStatus(never)
  expect(calls.map(({ call }) => call.kind)).toEqual(['status'])
  put('gpu1', [SPEECH], breaking(LOST))
  const check = pool.speech([broken])[0]?.checkStatus(never) ?? Promise.resolve()
  expect(await thrown(check)).toBe(first)
})
