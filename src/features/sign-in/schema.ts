import { type Static, Type } from '@sinclair/typebox'
import type { FlowSurface } from '../../core/identity/devices/device-flow.ts'
import type { RateLimit } from '../../core/rate-limits.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { Time } from '../shared/fields.ts'

/** For each network address and each step of signing in. @limit sign-in a-minute */
export const SIGN_IN_LIMIT = { name: 'sign-in', perMinute: 60 }

/**
 * Attempts to sign in with the Primary Key, for each network address. @limit key-sign-in a-minute
 */
export const KEY_LIMIT = { name: 'key-sign-in', perMinute: 10 }
/**
 * The same for all addresses together, counted for each transport: attempts from the internet do
 * not lock out the owner's own network. @limit key-sign-in-total a-minute
 */
export const KEY_TOTAL_LIMIT = { name: 'key-sign-in-total', perMinute: 60 }

/** @limit key-body KiB */
export const MAX_KEY_BYTES = 4096
const MAX_KEY_CHARACTERS = 1024

export const KeyBody = Type.Object({
  key: Type.String({ minLength: 1, maxLength: MAX_KEY_CHARACTERS }),
  return_to: Type.Optional(Type.String({ maxLength: 512 })),
})

/** Codes for a browser that is to be signed in from another, for each network address. @limit browser-start a-minute */
export const BROWSER_CODE_LIMIT = { name: 'browser-start', perMinute: 30 }

/** Of the page of an invitation or a sign-in link, for each network address. @limit join a-minute */
export const JOIN_LIMIT = { name: 'join', perMinute: 20 }
/** The same for all addresses together. @limit join-total a-minute */
export const JOIN_TOTAL_LIMIT = { name: 'join-total', perMinute: 120 }

/** @limit join-body KiB */
export const MAX_JOIN_BYTES = 4096

export const JoinParams = Type.Object({ token: Type.String({ maxLength: 64 }) })

export const JoinQuery = Type.Object({ provider: Type.Optional(Type.String({ maxLength: 32 })) })

export const JoinBody = Type.Object({
  /** Of an invitation: how the new account is called. */
  name: Type.Optional(Type.String({ maxLength: 200 })),
  /** Binds the form to the browser that has opened the page. */
  binding: Type.String({ maxLength: 64 }),
})

/** Attempts to enter a user code, for each surface. See Limits. */
const MAX_TRIED_CODES_PER_MINUTE = 20

/** The limits of entering user codes of one surface. */
export interface VerifyLimits {
  /** For each network address. */
  address: RateLimit
  /** For each user. */
  account: RateLimit
}

/**
 * @limit browser-verify-address a-minute browser.address
 * @limit browser-verify-account a-minute browser.account
 * @limit code-verify-address a-minute code.address
 * @limit code-verify-account a-minute code.account
 * @limit canvas-verify-address a-minute canvas.address
 * @limit canvas-verify-account a-minute canvas.account
 */
export const VERIFY_LIMITS: Readonly<Record<FlowSurface, VerifyLimits>> = {
  code: {
    address: { name: 'code-verify-address', perMinute: MAX_TRIED_CODES_PER_MINUTE },
    account: { name: 'code-verify-account', perMinute: MAX_TRIED_CODES_PER_MINUTE },
  },
  browser: {
    address: { name: 'browser-verify-address', perMinute: MAX_TRIED_CODES_PER_MINUTE },
    account: { name: 'browser-verify-account', perMinute: MAX_TRIED_CODES_PER_MINUTE },
  },
  canvas: {
    address: { name: 'canvas-verify-address', perMinute: MAX_TRIED_CODES_PER_MINUTE },
    account: { name: 'canvas-verify-account', perMinute: MAX_TRIED_CODES_PER_MINUTE },
  },
}

/** @limit approve-body KiB */
export const MAX_APPROVE_BYTES = 4096

export const ApproveBody = Type.Object({
  user_code: Type.String(),
  decision: Type.Optional(oneOf(['approve', 'deny'])),
})

/** A device that waits for approval, or was just approved or denied. */
export const WaitingDeviceView = component('WaitingDevice', {
  user_code: Type.String(),
  client_name: Type.String({ description: 'As the client calls itself' }),
  address: Type.String(),
  requested_at: Time,
  expires_at: Time,
  status: oneOf(['pending', 'approved', 'denied']),
})
export type WaitingDeviceView = Static<typeof WaitingDeviceView>

/** Answer of `GET /login` to a client that does not accept HTML. */
export const ProviderList = Type.Object({
  providers: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  primary_key: Type.Boolean({ description: 'Whether the Primary Key is accepted from here' }),
})

export const LoginQuery = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: 32 })),
  return_to: Type.Optional(Type.String({ maxLength: 512 })),
  signed_out: Type.Optional(Type.String({ maxLength: 8 })),
  /** Set by the redirect to the public address, so that there is only one such redirect. */
  moved: Type.Optional(Type.String({ maxLength: 8 })),
})
export type LoginQuery = Static<typeof LoginQuery>
