import { ApiError } from '../../ui/api.ts'

/** What the service found wrong with a value, and where. */
export interface ServiceError {
  /** Names from the top, with a slash between two, such as `input/places/1`. */
  path: string
  text: string
}

const MISSING = /^must have required property '(.+)'$/

/** The place that a refusal names; undefined when it names none. */
export function serviceError(error: unknown): ServiceError | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  const [, path, message = ''] =
    /invalid value at \/((?:input|options)\S*): (.+)$/s.exec(error.message) ?? []
  if (path === undefined) return undefined
  const [, missing] = MISSING.exec(message) ?? []
  if (missing !== undefined) return { path: `${path}/${missing}`, text: 'Fill this in' }
  return { path, text: message.charAt(0).toUpperCase() + message.slice(1) }
}
