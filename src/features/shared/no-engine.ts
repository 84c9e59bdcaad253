import { type Static, Type } from '@sinclair/typebox'
import type { AppError } from '../../platform/errors.ts'

/** The answer where no engine was able to. */
export const NoEngine = Type.Object(
  {
    status: Type.Literal('failed'),
    subscription_only: Type.Literal(true),
    detail: Type.String(),
    code: Type.String(),
  },
  { $id: 'NoEngine' },
)

export function noEngineView({ code, message }: AppError): Static<typeof NoEngine> {
  return { status: 'failed', subscription_only: true, detail: message, code }
}
