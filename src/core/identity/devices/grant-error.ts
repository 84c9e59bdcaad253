import { AppError, type GrantCode } from '../../../platform/errors.ts'

const DETAILS = {
  authorization_pending: 'Nobody has decided on this device yet',
  slow_down: 'Wait for the interval between two polls',
  access_denied: 'The device was denied',
  expired_token: 'The code has expired: start again',
  invalid_grant: 'The code is not valid',
  invalid_request: 'The request is not complete',
  unsupported_grant_type: 'This grant type is not supported',
} as const satisfies Record<GrantCode, string>

/** A refusal in the words of RFC 8628 and 6749. */
export function grantError(code: GrantCode, detail: string = DETAILS[code]): AppError {
  return new AppError(code, detail)
}

/** @param intervalMs What the device has to wait between two polls from now on */
export function slowDown(intervalMs: number): AppError {
  const intervalSeconds = Math.ceil(intervalMs / 1000)
  return new AppError('slow_down', DETAILS.slow_down, { intervalSeconds })
}
