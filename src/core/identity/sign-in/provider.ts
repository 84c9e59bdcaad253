import type { Identity } from '../users.ts'

/** One sign-in attempt: binds the callback to the browser that has started it. */
export interface Attempt {
  state: string
  /** PKCE's; the provider has only its S256. */
  verifier: string
  /** Must come back inside the ID token. */
  nonce: string
  /** Where the provider sends the browser, fixed by the settings. */
  redirectUri: string
}

/** An identity provider. */
export interface IdentityProvider {
  /** `oidc`, `google`, `github`. */
  readonly id: string
  /** For the page that offers it. */
  readonly label: string
  /**
   * Where to send the browser.
   *
   * @throws {AppError} `provider_failed` when the provider cannot be reached
   */
  authorizationUrl(attempt: Attempt): Promise<URL>
  /**
   * The identity of the user; everything in the provider's answer is verified.
   *
   * @param answer The query of the callback; its `state` was already compared
   * @throws {AppError} `sign_in_failed` when it proves nothing, `provider_failed` when the provider
   * cannot be reached
   */
  identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity>
}
