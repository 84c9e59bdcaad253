import { isAbsolute } from 'node:path'
import { errorBody, statusOf } from '../../../http/reply/error-body.ts'
import { AppError, expectedError } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { BackupServices } from '../admin-routes.ts'

/** Things of a backup that one answer lists. @limit backup-list count */
export const MAX_LISTED = 100

const INTERNAL = { code: 'internal', message: 'Internal server error' } as const

/**
 * Answers the commands of `src/cli` that need the running service. Who can open its socket can read the
 * data folder anyway.
 *
 * - `POST /hold` keeps the bytes of what is deleted as long as its answer is read.
 * - `POST /contents?backup=PATH&kind=KIND&search=WORDS` lists things of a backup, the newest first.
 * - `POST /restore?backup=PATH&kind=KIND&id=ID` puts one of them back.
 */
export function backupCommands(services: NonNullable<BackupServices>, log: Log) {
  const { onDemand, contents } = services
  const answers: Record<string, (request: Request, query: URLSearchParams) => Promise<Response>> = {
    '/hold': async ({ signal }) => {
      const hold = onDemand.hold(commandActor())
      signal.addEventListener('abort', () => hold[Symbol.dispose]())
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('held')),
          cancel: () => hold[Symbol.dispose](),
        }),
      )
    },
    '/contents': async (_, query) => {
      const search = query.get('search') ?? undefined
      const filter = { limit: MAX_LISTED, cursor: undefined, search }
      const { path, kind } = wanted(query)
      const { items, nextCursor } = await contents.list({ path }, kind, filter, commandActor())
      return Response.json({ items, more: nextCursor !== undefined })
    },
    '/restore': async (_, query) => {
      const { path, kind } = wanted(query)
      const id = query.get('id') ?? ''
      return Response.json(await contents.restore({ path, kind, id }, commandActor()))
    },
  }
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined
    try {
      if (request.method === 'POST' && answer !== undefined)
        return await answer(request, searchParams)
      throw new AppError('not_found', 'There is no such command')
    } catch (error) {
      const expected = expectedError(error)
      if (expected === undefined) log.error({ err: error, pathname }, 'A command has failed')
      const { code, message } = expected ?? INTERNAL
      return Response.json(errorBody('json', code, message), { status: statusOf(code) })
    }
  }

  function wanted(query: URLSearchParams): { path: string; kind: string } {
    const path = query.get('backup') ?? ''
    const kind = query.get('kind') ?? ''
    if (!isAbsolute(path)) throw new AppError('invalid', 'The path of the backup is not absolute')
    if (contents.kinds.includes(kind)) return { path, kind }
    throw new AppError(
      'invalid',
      `There is no kind “${kind}”: the kinds are ${contents.kinds.join(', ')}`,
    )
  }
}

function commandActor() {
  return { actor: 'backup', address: 'this machine', requestId: randomId('backup_') }
}
