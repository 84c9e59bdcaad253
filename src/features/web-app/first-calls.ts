import { dayOf } from '../../core/usage/range.ts'
import type { Connection } from '../../http/server/connection.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Application } from './build.ts'

/** What a page asks the service at its start, exactly as its script does. */
interface FirstCalls {
  /** Answered from the database: the answers come with the document. */
  answered?: () => readonly string[]
  /**
   * Where engines or programs may be asked, or the first content needs no answer: the browser asks it
   * while it loads the scripts, and hands the answer to the first that asks the same.
   *
   * @see https://html.spec.whatwg.org/multipage/links.html#link-type-preload
   */
  preloaded?: readonly string[]
}

/** By the path of the page below its application. */
export const FIRST_CALLS: Readonly<Record<Application, Readonly<Record<string, FirstCalls>>>> = {
  app: {
    '': { preloaded: ['/api/conversations?limit=50&folder=none', '/v1/models'] },
    assistants: { answered: () => ['/api/assistants', '/api/me'] },
    workers: { answered: () => ['/api/ai/worker/profiles', '/api/ai/worker?limit=50'] },
    speak: {
      answered: () => ['/history?kind=speech&limit=30'],
      preloaded: ['/api/ai/tts/voices'],
    },
    transcribe: { answered: () => ['/api/nas/limits'], preloaded: ['/v1/models'] },
    files: { answered: () => ['/api/nas/files?limit=100', '/api/nas/limits'] },
    knowledge: { answered: () => ['/api/knowledge'] },
    history: { answered: () => ['/history?limit=50'] },
    jobs: { answered: () => ['/api/ai/jobs?limit=50'] },
    me: {
      answered: () => [
        '/api/me',
        '/auth-check',
        '/api/dashboard/summary',
        '/api/dashboard/usage?days=30',
        '/api/me/instructions',
        '/api/me/sessions?limit=100',
        '/api/me/passkeys',
        '/api/me/identities',
        '/api/me/notifications',
        '/api/me/devices?limit=200',
        '/api/me/api-keys?limit=100',
        '/api/me/data-export',
      ],
    },
  },
  admin: {
    '': {
      answered: () => [
        '/admin/engines',
        '/admin/users?limit=5&waiting=true',
        '/admin/alerts?limit=200&status=open',
        '/admin/queue',
        '/admin/users?limit=1',
        '/admin/api-keys?limit=1',
        '/admin/system',
        ...usageCalls(Date.now()),
      ],
      preloaded: ['/admin/doctor'],
    },
  },
}

const DAY_MS = 24 * 60 * 60_000

/** Of four weeks in UTC, the last of which ends today. */
function usageCalls(now: number): string[] {
  const today = dayOf(now)
  const from = dayOf(now - 27 * DAY_MS)
  return [
    `/admin/usage?from=${from}&to=${today}&group_by=day%2Coutcome`,
    `/admin/usage?from=${today}&to=${today}&group_by=engine`,
    `/admin/usage/usual?from=${from}&to=${today}`,
  ]
}

/** JSON texts by the path that they answer. */
export type FirstAnswers = ReadonlyMap<string, string>

/** Milliseconds for all answers; what is late is asked by the script. */
export const FIRST_ANSWERS_MS = 1_000
/** Of an answer; a longer one is asked by the script, which draws the rest meanwhile. */
const MAX_BYTES = 64 * 1024

/**
 * The answers that come with the document of a page; undefined where none do.
 *
 * @param waitMs Milliseconds for all of them
 */
export function firstAnswers(
  application: Application,
  path: string,
  connection: Connection,
  waitMs: number,
): Promise<FirstAnswers> | undefined {
  const calls = FIRST_CALLS[application][path]?.answered?.()
  if (calls === undefined) return undefined
  const answers = new Map<string, string>()
  const asked = calls.map(async (call) => {
    const response = await connection.answerTo?.(call)
    if (response?.status !== 200) return
    const text = await boundedText(response, MAX_BYTES)
    if (text !== undefined) answers.set(call, text)
  })
  const asTheyAre = () => new Map(answers)
  return deadline(Promise.allSettled(asked).then(asTheyAre), waitMs, { onTimeout: asTheyAre })
}
