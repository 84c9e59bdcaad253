import { expect, test } from 'bun:test'
import { codesOf, errorHeaders, openAiError, statusOf } from '../../src/http/reply/error-body.ts'
import { AppError } from '../../src/platform/errors.ts'

test('a missing program is 503, and clients do not ask again by themselves', () => {
  const error = new AppError('not_installed', 'Cannot read this file: ffmpeg is not installed')
  expect(statusOf(error.code)).toBe(503)
  expect(codesOf(503)).toContain('not_installed')
  expect(errorHeaders(error)).toEqual({ 'x-should-retry': 'false' })
  expect(openAiError(error.code, error.message).type).toBe('server_error')
  const noEngine = (options = {}) => errorHeaders(new AppError('no_engine', 'None', options))
  expect(noEngine()).toHaveProperty('x-should-retry')
  expect(noEngine({ retryAfterSeconds: 5 })).toEqual({ 'retry-after': '5' })
})
