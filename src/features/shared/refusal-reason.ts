import { Type } from '@sinclair/typebox'
import { component } from '../../platform/schemas.ts'

/** Why a file was not taken, for clients that say it in words of their own. */
export const RefusalReason = component('RefusalReason', {
  code: Type.String({
    description: 'Why, as a word such as `encrypted`; new ones may come, and then `detail` says it',
  }),
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: 'The limit or the status in it, such as `15 MiB`',
    }),
  ),
  name: Type.Optional(Type.String({ description: 'Of the file' })),
})
