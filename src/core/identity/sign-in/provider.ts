import type { Identity } from '../users.ts'

/** What binds a way back from the provider to the browser that set out. */
export interface Attempt {
  state: string
  /** PKCE's; the provider has only its S256. */
  verifier: string
  /** Must come back inside the ID token. */
  nonce: string
  /** Where the provider sends the browser, fixed by the settings. */
  redirectUri: string
}

/** Somebody who knows who people are. */
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
   * Who has come back; everything that the provider says is verified.
   *
   * @param answer The query of the way back; its `state` was already compared
   * @throws {AppError} `sign_in_failed` when it proves nothing, `provider_failed` when the provider cannot be reached
   */
  identify(answer: URLSearchParams, attempt: Attempt): Promise<Identity>
}
