import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { CHALLENGE_SECONDS, type Passkeys } from '../../core/identity/passkeys.ts'
import { pageAfterSignIn } from '../../core/identity/sign-in/sign-in.ts'
import { nameOf } from '../../core/identity/users.ts'
import type { Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import type { SignInMethods } from '../../guards/sign-in-methods.ts'
import { readJson } from '../../http/body/json.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import { route } from '../shared/openapi.ts'
import {
  AuthenticationResponse,
  CHALLENGE_COOKIE,
  MAX_PASSKEY_BYTES,
  PasskeyOptions,
  requirePasskeyHost,
} from '../shared/passkey-schema.ts'
import { browserOf } from '../shared/sign-in-attempt.ts'
import { SIGN_IN_LIMIT } from './schema.ts'

interface PasskeyServices {
  guards: ReturnType<typeof guards>
  passkeys: Passkeys
  signInMethods: SignInMethods
  browser: Browser
  origins: Origins
}

const PasskeySignInBody = Type.Object({
  credential: AuthenticationResponse,
  return_to: Type.Optional(Type.String({ maxLength: 512 })),
})
const SignedInView = component('SignedIn', {
  return_to: Type.String({ description: 'Where to go on' }),
})

/** /login/passkey: signing in with a passkey, without a name. */
export function passkeyRoutes(services: PasskeyServices) {
  const { origins, browser, passkeys, signInMethods } = services
  return new Elysia({ name: 'features/sign-in/passkey', tags: ['Signing in'] })
    .use(services.guards)
    .post(
      '/login/passkey/options',
      async ({ request, set }): Promise<PasskeyOptions> => {
        browser.requireSameOrigin(request, false)
        const host = requirePasskeyHost(signInMethods.passkeyHost(request))
        const { options, sealed } = await passkeys.startSignIn(host)
        set.headers['set-cookie'] = CHALLENGE_COOKIE.set(
          origins,
          request,
          sealed,
          CHALLENGE_SECONDS,
        )
        return options
      },
      route({
        sensitive: true,
        open: true,
        limited: SIGN_IN_LIMIT,
        summary: 'What a browser asks its passkeys for',
        description:
          'From a page of this service. The challenge is good once, within five minutes.',
        responses: { 200: { description: 'The options', schema: PasskeyOptions } },
        errors: [403, 409],
      }),
    )
    .post(
      '/login/passkey',
      ({ context }) => signIn(services, context),
      route({
        sensitive: true,
        open: true,
        limited: SIGN_IN_LIMIT,
        summary: 'Sign in with a passkey',
        description: 'From a page of this service, in the browser that has asked for the options.',
        body: PasskeySignInBody,
        responses: {
          200: { description: 'Signed in; the session is in a cookie', schema: SignedInView },
        },
        errors: [403, 404, 409],
      }),
    )
    .get(
      '/.well-known/webauthn',
      () => {
        const all = origins.all.filter((origin) => origin.startsWith('https:'))
        // Only for a passkey that is used at another of our addresses.
        if (all.length < 2) throw new AppError('not_found', 'There is no such path')
        return { origins: all }
      },
      { open: true, detail: { hide: true } },
    )
}

async function signIn(
  { passkeys, signInMethods, browser, origins }: PasskeyServices,
  context: HttpContext,
): Promise<Response> {
  const { request } = context
  browser.requireSameOrigin(request, false)
  const host = requirePasskeyHost(signInMethods.passkeyHost(request))
  const body = await readJson(context, PasskeySignInBody, MAX_PASSKEY_BYTES)
  const sealed = CHALLENGE_COOKIE.read(origins, request)
  const answer = { response: body.credential, sealed }
  const { token, user } = await passkeys.signIn(host, answer, browserOf(context))
  context.connection.actor = nameOf(user)
  const view: Static<typeof SignedInView> = {
    return_to: pageAfterSignIn(user, body.return_to),
  }
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  headers.append('set-cookie', browser.replaceSession(request.headers, token))
  headers.append('set-cookie', CHALLENGE_COOKIE.set(origins, request, '', 0))
  return Response.json(view, { headers })
}
