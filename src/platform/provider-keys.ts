import { isHttpUrl, isPrivateUrl } from './urls.ts'

const PROVIDER_KEY = /^(\w+?)_(?:API_KEY|AUTH_TOKEN)$/i
/** Variables that make a tool use a provider's cloud, which is pay-per-use. */
const PAID_CLOUD = [
  /^(?:AWS|AZURE|BEDROCK|VERTEX)_/i,
  /^CLAUDE_CODE_(?:USE|SKIP)_(?:BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS)/i,
  /^ANTHROPIC_(?:AWS|BEDROCK|VERTEX|FOUNDRY)_/i,
  /^GOOGLE_(?:APPLICATION_CREDENTIALS|GENAI_USE_VERTEXAI)$/i,
]

/** Base URL variables of a provider's key, where they are not `<provider>_BASE_URL`. */
const BASE_URLS: Readonly<Record<string, readonly string[]>> = {
  CODEX: ['OPENAI_BASE_URL', 'CODEX_BASE_URL'],
  GEMINI: ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_BASE_URL'],
  GOOGLE: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL', 'GOOGLE_BASE_URL'],
}

/**
 * Whether an account's variables contain a provider's key. By {@link keyIssues} such an account is
 * a private server, not a subscription.
 */
export function holdsKey(env: Readonly<Record<string, string>>): boolean {
  return Object.keys(env).some((name) => PROVIDER_KEY.test(name))
}

/** A variable that may not be set, and why; without its value. */
interface VariableIssue {
  name: string
  message: string
}

/**
 * Finds the variables of an account that would cause pay-per-use costs. A provider's key takes
 * precedence over the login, so it is allowed only with that provider's base URL at a private
 * address. Clouds are never allowed.
 */
export function keyIssues(env: Readonly<Record<string, string>>): VariableIssue[] {
  return Object.keys(env).flatMap((name) => {
    if (PAID_CLOUD.some((pattern) => pattern.test(name)))
      return [{ name, message: 'leads to a cloud that is paid by use' }]
    const provider = PROVIDER_KEY.exec(name)?.[1]?.toUpperCase()
    if (provider === undefined) return []
    const wanted = BASE_URLS[provider] ?? [`${provider}_BASE_URL`]
    const urls = wanted.flatMap((one) => env[one] ?? [])
    if (urls.length > 0 && urls.every(isPrivateHttpUrl)) return []
    return [{ name, message: `only with ${wanted[0]} at a loopback or private address beside it` }]
  })
}

function isPrivateHttpUrl(text: string): boolean {
  return isHttpUrl(text) && isPrivateUrl(new URL(text))
}
