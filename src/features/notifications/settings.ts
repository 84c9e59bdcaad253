import { type Static, Type } from '@sinclair/typebox'
import type { Issue, Part } from '../../platform/settings.ts'

const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** How people are told of what is ready. */
export const NotificationSettings = Type.Object(
  {
    /** Hosts of push services beside the known ones; `*.` in front stands for any names there. */
    push_hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
      default: [],
      maxItems: 100,
      'x-expected': 'a list of host names',
    }),
  },
  { additionalProperties: false, default: {} },
)
export type NotificationSettings = Static<typeof NotificationSettings>

/** The issues of hosts that are no names. */
export function notificationIssues({ push_hosts = [] }: Part<NotificationSettings>): Issue[] {
  return push_hosts.flatMap((host, index) =>
    host === undefined || HOST.test(host)
      ? []
      : [
          {
            path: ['notifications', 'push_hosts', index],
            message: 'expected a host name such as push.example.org or *.example.org',
          },
        ],
  )
}
