import { isHttpUrl, isPrivateUrl } from './urls.ts'

const PROVIDER_KEY = /^(\w+?)_(?:API_KEY|AUTH_TOKEN)$/i
/** Variables by which a tool turns to a provider's cloud, which is paid by use. */
const PAID_CLOUD = [
  /^(?:AWS|AZURE|BEDROCK|VERTEX)_/i,
  /^CLAUDE_CODE_(?:USE|SKIP)_(?:BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS)/i,
  /^ANTHROPIC_(?:AWS|BEDROCK|VERTEX|FOUNDRY)_/i,
  /^GOOGLE_(?:APPLICATION_CREDENTIALS|GENAI_USE_VERTEXAI)$/i,
]

/** Base URLs that a provider's key goes to, where they are not `<provider>_BASE_URL`. */
const BASE_URLS: Readonly<Record<string, readonly string[]>> = {
  CODEX: ['OPENAI_BASE_URL', 'CODEX_BASE_URL'],
  GEMINI: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL'],
  GOOGLE: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL', 'GOOGLE_BASE_URL'],
}

/**
 * Whether an account's variables hold a provider's key: by {@link keyFaults} the account is then not a
 * subscription but a server in the house.
 */
export function holdsKey(env: Readonly<Record<string, string>>): boolean {
  return Object.keys(env).some((name) => PROVIDER_KEY.test(name))
}

/**
 * What would be paid by use among an account's variables. A provider's key would win over the login,
 * so it may stand only beside that provider's base URL, in the house; a cloud may never be named.
 *
 * @returns By variable, without its value
 */
export function keyFaults(env: Readonly<Record<string, string>>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (PAID_CLOUD.some((pattern) => pattern.test(name)))
      return [`${name}: leads to a cloud that is paid by use`]
    const provider = PROVIDER_KEY.exec(name)?.[1]?.toUpperCase()
    if (provider === undefined) return []
    const wanted = BASE_URLS[provider] ?? [`${provider}_BASE_URL`]
    const urls = wanted.flatMap((one) => env[one] ?? [])
    if (urls.length > 0 && urls.every(isPrivateHttpUrl)) return []
    return [`${name}: only with ${wanted[0]} at a loopback or private address beside it`]
  })
}

function isPrivateHttpUrl(text: string): boolean {
  return isHttpUrl(text) && isPrivateUrl(new URL(text))
}
