import { Elysia, type ValidationError } from 'elysia'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { redact } from '../platform/redact.ts'
import { connectionOf } from './connection.ts'
import { errorBody, errorHeaders, statusOf } from './error-body.ts'
import { errorPage } from './error-page.ts'
import { wantsPage } from './html.ts'
import type { RouteTable } from './route-table.ts'

interface ErrorsOptions {
  log: Log
  routes: RouteTable
}

/** The one place where an error becomes a response. Registered first: Elysia's order decides. */
export function errors({ log, routes }: ErrorsOptions) {
  return new Elysia({ name: 'edge/errors' }).onError(
    { as: 'global' },
    ({ error, code, request, path, set }) => {
      if (error instanceof AppError) {
        const status = statusOf(error.code)
        const detail = redact(error.message)
        set.status = status
        Object.assign(set.headers, errorHeaders(error))
        if (error.code === 'provider_failed') {
          log.warn({ requestId: connectionOf(request).requestId, err: error.cause }, error.message)
        }
        if (connectionOf(request).page === true && wantsPage(request)) {
          set.headers['content-type'] = 'text/html; charset=utf-8'
          return errorPage(request, { code: error.code, status, detail })
        }
        return errorBody(path, error.code, detail, error)
      }
      switch (code) {
        case 'NOT_FOUND':
          return unknownPath(request, path, routes, set)
        case 'VALIDATION':
          set.status = statusOf('invalid')
          return errorBody(path, 'invalid', validationDetail(error))
        case 'PARSE':
        case 'INVALID_COOKIE_SIGNATURE':
        case 'INVALID_FILE_TYPE':
          set.status = statusOf('malformed')
          return errorBody(path, 'malformed', 'The request cannot be read')
        default:
          log.error(
            { requestId: connectionOf(request).requestId, err: error },
            'A request failed in an unexpected way',
          )
          set.status = statusOf('internal')
          return errorBody(path, 'internal', 'Internal server error')
      }
    },
  )
}

function unknownPath(
  request: Request,
  path: string,
  routes: RouteTable,
  set: { status?: number | string; headers: Record<string, unknown> },
) {
  const allowed = routes.methodsOf(path)
  if (allowed.length === 0 || allowed.includes(request.method)) {
    set.status = statusOf('not_found')
    return errorBody(path, 'not_found', 'There is no such path')
  }
  set.headers['allow'] = allowed.join(', ')
  set.status = statusOf('method_not_allowed')
  return errorBody(path, 'method_not_allowed', `This path takes ${allowed.join(', ')}`)
}

/** Names the field and what was expected, and never echoes what was sent. */
function validationDetail(error: Readonly<ValidationError>): string {
  const first = error.all[0]
  const path =
    first !== undefined && 'path' in first && typeof first.path === 'string' ? first.path : '/'
  const message =
    first !== undefined && 'message' in first ? String(first.message) : 'does not match'
  return `Request is invalid at ${path}: ${message}`
}
