import type { ValueError } from '@sinclair/typebox/errors'
import { Elysia, ValidationError } from 'elysia'
import { type AppError, expectedError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import { errorSentence, explainError } from '../../platform/schema-error.ts'
import { connectionOf } from '../server/connection.ts'
import type { RouteTable } from '../server/route-table.ts'
import {
  as400,
  type ErrorFacts,
  errorBody,
  errorHeaders,
  type HttpErrorCode,
  helpHeaders,
  shapeHeaders,
  statusOf,
} from './error-body.ts'
import { errorPage } from './error-page.ts'
import { wantsErrorPage, wantsPage } from './html.ts'

interface ErrorsOptions {
  log: Log
  routes: RouteTable
}

interface Failure {
  code: HttpErrorCode
  detail: string
  headers?: Record<string, string>
  /** What else the body says. */
  facts?: ErrorFacts
}

/** Failures whose cause is logged for the owner and not shown to the caller. */
const EXPLAINED: ReadonlySet<HttpErrorCode> = new Set([
  'sign_in_failed',
  'provider_failed',
  'storage_failed',
])

/**
 * Turns errors into responses. Registered first: Elysia runs it only for routes that come after it.
 */
export function errors({ log, routes }: ErrorsOptions) {
  return new Elysia({ name: 'http/errors' }).onError(
    { as: 'global' },
    ({ error, code, request, path, set }) => {
      const connection = connectionOf(request)
      const { requestId, route } = connection
      const failure = failureOf(error, code) ?? unknownPath(request, routes.methodsOf(path))
      if (failure.code === 'internal') {
        log.error({ requestId, err: error }, 'A request failed in an unexpected way')
      }
      // The error itself is not logged: it may hold the values that could not be written.
      if (failure.code === 'storage_full') log.error({ requestId }, failure.detail)
      if (EXPLAINED.has(failure.code) && error instanceof Error && error.cause !== undefined) {
        log.warn({ requestId, cause: describeCause(error.cause) }, error.message)
      }
      const ownStatus = statusOf(failure.code)
      const status = routes.refusesWith400(route) ? as400(ownStatus) : ownStatus
      set.status = status
      // Caches may store a 404 or 405 by default; the path may exist later.
      set.headers['cache-control'] = 'private, no-store'
      Object.assign(set.headers, helpHeaders(failure.code), failure.headers)
      const shape = route === undefined ? routes.errorShapeOfPath(path) : routes.errorShape(route)
      const isPage = shape === 'page'
      Object.assign(set.headers, shapeHeaders(shape, failure.code))
      if (isPage ? wantsPage(request) : wantsErrorPage(request)) {
        set.headers['content-type'] = 'text/html; charset=utf-8'
        return errorPage({ request, connection }, { ...failure, status, isPage })
      }
      return errorBody(shape, failure.code, failure.detail, failure.facts)
    },
  )
}

/** By error: one that is thrown many times, as `busy` is under load, is redacted once. */
const failures = new WeakMap<AppError, Failure>()

/** @returns undefined for a path or a method that no route takes */
function failureOf(error: unknown, code: unknown): Failure | undefined {
  const expected = expectedError(error)
  if (expected !== undefined) {
    let failure = failures.get(expected)
    if (failure === undefined) {
      const detail = redact(expected.message)
      failure = { code: expected.code, detail, headers: errorHeaders(expected), facts: expected }
      failures.set(expected, failure)
    }
    return failure
  }
  if (error instanceof ValidationError) return validationFailure(error)
  switch (code) {
    case 'NOT_FOUND':
      return undefined
    case 'PARSE':
    case 'INVALID_COOKIE_SIGNATURE':
    case 'INVALID_FILE_TYPE':
      return { code: 'malformed', detail: 'The request cannot be read' }
    default:
      return { code: 'internal', detail: 'Internal server error' }
  }
}

function unknownPath({ method }: Request, allowed: readonly string[]): Failure {
  if (allowed.length === 0 || allowed.includes(method)) {
    return { code: 'not_found', detail: 'There is no such path' }
  }
  const methods = allowed.join(', ')
  const detail = `This path takes ${methods}`
  return { code: 'method_not_allowed', detail, headers: { allow: methods } }
}

/** Names the field and what was expected, and never echoes what was sent. */
function validationFailure(error: Readonly<ValidationError>): Failure {
  // A segment that cannot be an id is not found, as an unknown id is.
  if (error.type === 'params') return { code: 'not_found', detail: 'There is no such path' }
  const { valueError, value } = error
  const part = error.type.charAt(0).toUpperCase() + error.type.slice(1)
  if (!isValueError(valueError)) return { code: 'invalid', detail: `${part} is invalid` }
  const fault = explainError(valueError, value)
  return {
    code: 'invalid',
    detail: `${part} is invalid: ${errorSentence(fault)}`,
    facts: { param: fault.path },
  }
}

/** Elysia's type of the error also covers other libraries of schemas. */
function isValueError(error: unknown): error is ValueError {
  return typeof Reflect.get(Object(error), 'type') === 'number'
}

/** Messages of an error and its causes; their other fields may hold personal data. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const code: unknown = Reflect.get(cause, 'code')
  const own = `${typeof code === 'string' ? code : cause.name}: ${cause.message}`.slice(0, 300)
  return cause.cause === undefined ? own : `${own} (${describeCause(cause.cause)})`
}
