import { expect, test } from 'bun:test'
import { responseFailure } from '../../src/features/chat/http/responses/response-writer.ts'
import { openAiStreamError, streamErrorOf } from '../../src/features/chat/http/stream-error.ts'
import { AppError } from '../../src/platform/errors.ts'

const SENTENCE = 'The engine local failed before its answer was whole'

function broken(reason: string, summary = SENTENCE): AppError {
  const message = `${summary} (local: ${reason})`
  return new AppError('engine_failed', message, { summary, modelHasRun: true })
}

test('reasons that clients repeat a request for are left out of a failure after a model has worked', () => {
  const reasons = [
    'The engine answered 500: CUDA out of memory',
    'request req_14291 failed',
    'Rate limit reached',
    'Too many requests',
    'The model is overloaded',
    'Service Unavailable',
    'Internal server error',
    'server_error',
    'terminated',
    'fetch failed',
    'Connection refused',
    'The engine broke off: ECONNRESET',
    'socket hang up',
    'Request timed out',
    'stream timeout',
    'RESOURCE_EXHAUSTED',
    'Please try again later',
    'Try again in 5 seconds',
    'The service is temporarily at capacity',
  ]
  for (const reason of reasons)
    expect([reason, streamErrorOf(broken(reason)).message]).toEqual([reason, SENTENCE])
  expect(streamErrorOf(broken('out of memory')).message).toBe(`${SENTENCE} (local: out of memory)`)
})

test('an engine whose name clients repeat a request for is not named', () => {
  const told = streamErrorOf(broken('out of memory', 'The engine gpu-500 failed'))
  expect(told.message).toBe('The answer failed: the log of the service says why')
})

test('a failure is a server_error only where asking again costs nothing', () => {
  const type = (error: unknown) => openAiStreamError(error).type
  expect(type(new AppError('no_engine', 'No engine could answer'))).toBe('server_error')
  expect(type(new AppError('stopping', 'Stopping'))).toBe('server_error')
  expect(type(new AppError('busy', 'Too many requests at once'))).toBe('rate_limit_error')
  expect(type(new AppError('no_engine', 'No engine', { modelHasRun: true }))).toBe(
    'invalid_request_error',
  )
  expect(type(new AppError('storage_full', 'There is no room left'))).toBe('invalid_request_error')
  expect(openAiStreamError(new Error('SQLITE_IOERR'))).toEqual({
    ...{ code: 'internal', type: 'invalid_request_error', param: null },
    message: 'The answer failed in an unexpected way',
  })
})

test('words that ask for a repetition are kept where no model has worked', () => {
  const words = 'No engine could answer: local cannot be reached; try again later'
  expect(streamErrorOf(new AppError('no_engine', words)).message).toBe(words)
  expect(responseFailure(new AppError('no_engine', words)).code).toBe('server_is_overloaded')
  const ran = new AppError('no_engine', 'No engine could answer', { modelHasRun: true })
  expect(responseFailure(ran).code).toBe('invalid_prompt')
})

test('the sizes of a conversation that is too long are kept', () => {
  const words = 'The conversation is too long: it has 15000 tokens, the context holds 4290'
  const error = new AppError('context_length_exceeded', words)
  expect(streamErrorOf(error).message).toBe(words)
})
