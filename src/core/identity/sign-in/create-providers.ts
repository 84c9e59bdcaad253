import { GitHubProvider } from './github.ts'
import { OidcProvider } from './oidc.ts'
import type { IdentityProvider } from './provider.ts'

const GOOGLE_ISSUER = 'https://accounts.google.com'

/** The clients that this service has at identity providers. */
export interface SignInSettings {
  oidc_issuer?: string
  oidc_client_id?: string
  oidc_client_secret?: string
  oidc_label?: string
  google_client_id?: string
  google_client_secret?: string
  github_client_id?: string
  github_client_secret?: string
}

interface ProviderOptions {
  now: () => number
  /** Of each answer of a provider. */
  timeoutMs: number
}

/** The identity providers that the settings name, in the order in which they are offered. */
export function createProviders(
  settings: SignInSettings,
  { now, timeoutMs }: ProviderOptions,
): IdentityProvider[] {
  const providers: IdentityProvider[] = []
  const { oidc_issuer: issuer, oidc_label } = settings
  if (issuer !== undefined) {
    const label = oidc_label ?? new URL(issuer).host
    providers.push(
      new OidcProvider(
        {
          id: 'oidc',
          label,
          issuer,
          timeoutMs,
          ...client(settings.oidc_client_id, settings.oidc_client_secret),
        },
        now,
      ),
    )
  }
  if (settings.google_client_id !== undefined) {
    providers.push(
      new OidcProvider(
        {
          id: 'google',
          label: 'Google',
          issuer: GOOGLE_ISSUER,
          timeoutMs,
          ...client(settings.google_client_id, settings.google_client_secret),
        },
        now,
      ),
    )
  }
  if (settings.github_client_id !== undefined) {
    providers.push(
      new GitHubProvider({
        timeoutMs,
        ...client(settings.github_client_id, settings.github_client_secret),
      }),
    )
  }
  return providers
}

/** The settings were checked: a client has both or neither. */
function client(clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === undefined || clientSecret === undefined) {
    throw new Error('A client of an identity provider has a name and a secret')
  }
  return { clientId, clientSecret }
}
