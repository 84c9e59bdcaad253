import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part, patternString } from '../../platform/settings.ts'
import { isHttpUrl } from '../../platform/urls.ts'

const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** How people are notified of what is ready. */
export const NotificationSettings = closedObject(
  {
    /** Hosts of push services beside the known ones; `*.` in front stands for any names there. */
    push_hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
      default: [],
      maxItems: 100,
      'x-expected': 'a list of host names',
    }),
    /** An ntfy server on which people may have topics of their own. */
    ntfy: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    ntfy_token: Type.Optional(
      patternString('^[!-~]+$', 'letters, digits and signs without spaces'),
    ),
    /** What each topic of theirs begins with, so that nobody writes to another one with the token. */
    ntfy_prefix: patternString('^[A-Za-z0-9_-]*$', 'letters, digits, - and _', {
      maxLength: 32,
      default: 'hearth-',
    }),
    /** Whether people may be notified by mail, through the server of `[alerts.smtp]`. */
    mail: Type.Boolean({ default: false }),
  },
  { default: {} },
)
export type NotificationSettings = Static<typeof NotificationSettings>

/**
 * The issues of hosts that are no names, and of ways that lead nowhere.
 *
 * @param hasMailServer Whether `[alerts.smtp]` names one
 */
export function notificationIssues(
  { push_hosts = [], ntfy, ntfy_token, mail }: Part<NotificationSettings>,
  hasMailServer: boolean,
): Issue[] {
  const issues: Issue[] = []
  const add = (path: (string | number)[], message: string) =>
    issues.push(issue(['notifications', ...path], message))
  for (const [index, host] of push_hosts.entries())
    if (host !== undefined && !HOST.test(host))
      add(['push_hosts', index], 'expected a host name such as push.example.org or *.example.org')
  if (ntfy !== undefined && (!isHttpUrl(ntfy) || new URL(ntfy).search !== ''))
    add(['ntfy'], 'expected the address of a server such as https://ntfy.sh')
  if (ntfy_token !== undefined && ntfy === undefined) add(['ntfy_token'], 'of no use without ntfy')
  if (mail === true && !hasMailServer) add(['mail'], 'of no use without [alerts.smtp]')
  return issues
}
