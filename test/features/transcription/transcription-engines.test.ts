import { expect, test } from 'bun:test'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { Recognition } from '../../../src/features/transcription/transcribe-task.ts'
import { TranscriptionEngines } from '../../../src/features/transcription/transcription-engines.ts'
import { thrown } from '../../support/thrown.ts'
import { fakeRecogniser } from '../../support/transcripts.ts'

const WORDS = 'No transcription engine can be used until the owner of this service acts:'

const PIECE = {
  ...{ path: import.meta.path, seconds: 1, language: undefined, prompt: undefined },
  task: 'transcribe',
} as const

function transcriptionEnginesOf(...engines: ReturnType<typeof fakeRecogniser>['engine'][]) {
  return new TranscriptionEngines({
    offered: () => engines,
    scan: async () => {},
    health: { usable: () => [], closedReason: (id) => `${id} is gone`, report: () => {} },
    onOutcome: () => {},
  })
}

test('only the owner is told why no recogniser can be used, each named once', () => {
  const many = fakeRecogniser('many', { models: ['a', 'b'] }).engine
  const transcriptionEngines = transcriptionEnginesOf(many, fakeRecogniser('cli').engine)
  const ask = (isOwner: boolean) => () =>
    transcriptionEngines.select('auto', 'transcribe', { isOwner })
  expect(ask(true)).toThrow(new Error(`${WORDS} many (many is gone), cli (cli is gone)`))
  expect(ask(false)).toThrow(new Error(`${WORDS} many, cli`))
})

test('a recogniser without its model is not said to be not installed', async () => {
  const { engine } = fakeRecogniser('cli', {
    transcribe: async () => {
      throw new EngineFailure('no_model_file', 'whisper-cli has no model: put one there', {
        isPublic: true,
      })
    },
  })
  const recognition = new Recognition({
    transcriptionEngines: transcriptionEnginesOf(engine),
    candidates: [{ engine, model: undefined }],
    ...{ retryMs: [], pause: async () => {}, isOwner: false },
    signal: new AbortController().signal,
  })
  const refusal = await thrown(recognition.recognise(PIECE, () => {}))
  expect(String(refusal)).toEndWith(
    'No transcription engine could answer: cli does not have its model (whisper-cli has no model: put one there)',
  )
})

test('no recogniser is blamed for a recording that the service cannot open', async () => {
  const { engine } = fakeRecogniser('cli', {
    transcribe: async () => {
      throw new EngineFailure('request', 'failed to read audio file')
    },
  })
  const outcomes: unknown[] = []
  const recognition = new Recognition({
    transcriptionEngines: new TranscriptionEngines({
      offered: () => [engine],
      scan: async () => {},
      health: { usable: () => [], closedReason: () => undefined, report: () => {} },
      onOutcome: (outcome) => outcomes.push(outcome),
    }),
    candidates: [{ engine, model: undefined }],
    ...{ retryMs: [], pause: async () => {}, isOwner: false },
    signal: new AbortController().signal,
  })
  const missing = { ...PIECE, path: `${import.meta.path}.missing` }
  const error = await thrown(recognition.recognise(missing, () => {}))
  expect(Reflect.get(Object(error), 'code')).toBe('ENOENT')
  expect(outcomes).toEqual([])
})
