import { Elysia } from 'elysia'
import type { DeviceFlow } from '../../core/identity/devices/device-flow.ts'
import type { Surface } from '../../core/identity/devices/devices.ts'
import type { UserCodeAttempts } from '../../core/identity/devices/user-code-attempts.ts'
import type { User } from '../../core/identity/users.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { auditActorOfUser } from '../../guards/audit-actor.ts'
import type { Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import { readFormOrJson } from '../../http/body/form.ts'
import { wantsPage } from '../../http/reply/html.ts'
import { setRateHeaders } from '../../http/reply/rate-headers.ts'
import { AppError } from '../../platform/errors.ts'
import { documented } from '../kit/openapi.ts'
import { codePage, decidedPage, decisionPage, type Words } from './approve-pages.ts'
import {
  ApproveBody,
  MAX_APPROVE_BYTES,
  VERIFY_ACCOUNT_LIMIT,
  VERIFY_ADDRESS_LIMIT,
} from './schema.ts'

export interface ApproveServices {
  guards: ReturnType<typeof guards>
  deviceFlow: DeviceFlow
  userCodeAttempts: UserCodeAttempts
  rateLimits: RateLimits
  browser: Browser
}

/** Which devices a page of this kind lets in. */
export interface ApproveOptions {
  surface: Surface
  path: '/code/approve' | '/canvas/approve'
  words: Words
  tags: string[]
}

/** The page on which somebody lets a device in: they type its code, look at it, and decide. */
export function approveRoutes(services: ApproveServices, options: ApproveOptions) {
  const { path, words, tags } = options
  return new Elysia({ name: `surfaces/people/approve${path}` })
    .use(services.guards)
    .get(path, () => codePage(path, words, undefined), {
      sensitive: true,
      requireSession: true,
      detail: { hide: true },
    })
    .post(path, ({ request, user, set }) => approve(services, options, request, user, set), {
      sensitive: true,
      requireSession: true,
      limited: VERIFY_ADDRESS_LIMIT,
      parse: 'none',
      detail: documented({
        summary: 'Look a waiting device up by its code; with a decision, let it in or not',
        description: 'Form or JSON, from a signed-in browser.',
        tags,
        body: ApproveBody,
      }),
    })
}

/**
 * Looks a device up or decides on it, for a page or a script.
 *
 * @throws {AppError} `rate_limited`, `not_found`, and those of the body
 */
export async function approve(
  { deviceFlow, userCodeAttempts, rateLimits, browser }: ApproveServices,
  { surface, path, words }: ApproveOptions,
  request: Request,
  user: User,
  set: { headers: Record<string, string | number> },
): Promise<Response | object> {
  rateLimits.take(VERIFY_ACCOUNT_LIMIT, user.id, (state) => setRateHeaders(set.headers, state))
  const { user_code, decision } = await readFormOrJson(request, ApproveBody, MAX_APPROVE_BYTES)
  const auditActor = auditActorOfUser(user, request)
  const device =
    decision === undefined
      ? deviceFlow.lookup(user_code, surface, user.id)
      : deviceFlow.decide(user_code, surface, { userId: user.id, auditActor }, decision)
  const session = browser.token(request.headers)
  if (device === undefined && session !== undefined)
    userCodeAttempts.count(session, user.id, auditActor)
  if (wantsPage(request)) {
    if (device === undefined) return codePage(path, words, 'No device waits with this code')
    return decision === undefined
      ? decisionPage(path, words, user, device)
      : decidedPage(path, words, device, decision)
  }
  if (device === undefined) throw new AppError('not_found', 'No device waits with this code')
  return { ...device, status: statusOf(decision) }
}

function statusOf(decision: 'approve' | 'deny' | undefined): string {
  if (decision === undefined) return 'pending'
  return decision === 'approve' ? 'approved' : 'denied'
}
