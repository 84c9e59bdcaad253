import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../../platform/check.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Identity } from '../users.ts'
import type { Attempt, IdentityProvider } from './oauth-client.ts'
import {
  type ClientSettings,
  OAuthClient,
  PROVIDER_TIMEOUT_MS,
  readProvider,
  unreachable,
} from './oauth-client.ts'

const SCOPES = ['read:user', 'user:email'] as const

const GitHubUser = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  login: Type.String(),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

const GitHubEmails = Type.Array(
  Type.Object({ email: Type.String(), primary: Type.Boolean(), verified: Type.Boolean() }),
)

/** Base URLs of GitHub. */
export interface GitHubUrls {
  site: string
  api: string
}

const GITHUB: GitHubUrls = { site: 'https://github.com', api: 'https://api.github.com' }

/** GitHub, which has OAuth 2 without ID tokens: its API gives the user of an access token. */
export class GitHubProvider implements IdentityProvider {
  readonly id = 'github'
  readonly label = 'GitHub'
  readonly #client: OAuthClient
  readonly #urls: GitHubUrls
  readonly #timeoutMs: number

  constructor(settings: ClientSettings, urls: GitHubUrls = GITHUB) {
    this.#client = new OAuthClient(settings)
    this.#urls = urls
    this.#timeoutMs = settings.timeoutMs ?? PROVIDER_TIMEOUT_MS
  }

  async authorizationUrl(attempt: Attempt): Promise<URL> {
    const endpoint = `${this.#urls.site}/login/oauth/authorize`
    return this.#client.authorizationUrl(endpoint, attempt, SCOPES)
  }

  async identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity> {
    const code = answer.get('code')
    if (code === null) throw new AppError('sign_in_failed', 'The answer holds no code')
    const token = await this.#token(code, attempt)
    const [user, email] = await Promise.all([this.#user(token), this.#email(token)])
    return {
      issuer: this.#urls.site,
      // A login name can pass to another user; the number cannot.
      subject: String(user.id),
      email,
      name: user.name ?? user.login,
    }
  }

  async #token(code: string, attempt: Attempt): Promise<string> {
    const tokenEndpoint = `${this.#urls.site}/login/oauth/access_token`
    const { data } = await this.#client.exchange({ tokenEndpoint, code, attempt })
    const token: unknown = Reflect.get(data, 'access_token')
    if (typeof token === 'string') return token
    // GitHub refuses with status 200.
    if (Reflect.get(data, 'error') === 'bad_verification_code') {
      throw new AppError('sign_in_failed', 'The sign-in has expired: begin again')
    }
    throw unreachable(new Error(`GitHub gave no token: ${String(Reflect.get(data, 'error'))}`))
  }

  async #user(token: string): Promise<Static<typeof GitHubUser>> {
    const user = await this.#read('/user', token)
    if (matches(GitHubUser, user)) return user
    throw unreachable(new Error('GitHub’s user has another shape'))
  }

  /** The primary address, where it is verified. */
  async #email(token: string): Promise<string | undefined> {
    const emails = await this.#read('/user/emails', token)
    if (!matches(GitHubEmails, emails)) return undefined
    return emails.find(({ primary, verified }) => primary && verified)?.email
  }

  #read(path: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    return readProvider(this.#urls.api + path, { headers, timeoutMs: this.#timeoutMs })
  }
}
