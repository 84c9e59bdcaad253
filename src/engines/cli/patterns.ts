import type { FailureKind } from '../contract/failure.ts'

/**
 * Meanings of the tools' error texts; the first match wins. The texts are matched with plain
 * apostrophes and single spaces. Taken from the tools' sources and from recorded runs.
 */
export const PATTERNS: readonly {
  kind: FailureKind
  pattern: RegExp
}[] = [
  // Temporary failures whose texts also mention quotas or logins.
  { kind: 'transient', pattern: /Request rejected \(429\)/i },
  { kind: 'transient', pattern: /another Claude Code process is refreshing/i },
  { kind: 'transient', pattern: /RetryableQuotaError/i },
  { kind: 'transient', pattern: /temporarily limiting/i },
  { kind: 'transient', pattern: /No capacity available|MODEL_CAPACITY_EXHAUSTED/i },

  { kind: 'signed_out', pattern: /Not logged in|Please run \/login|Login expired/i },
  {
    kind: 'signed_out',
    pattern: /OAuth (?:session|(?:access )?token)\b.{0,40}?(?:expired|revoked)/i,
  },
  { kind: 'signed_out', pattern: /\b401 Unauthorized|API Error: 401\b|"code":\s?401\b/i },
  { kind: 'signed_out', pattern: /(?:sign|log) in again|refresh token was already used/i },
  { kind: 'signed_out', pattern: /access token could not be refreshed/i },
  { kind: 'signed_out', pattern: /authentication[ _]failed|Failed to authenticate\b/i },
  { kind: 'signed_out', pattern: /FatalAuthenticationError|set an Auth method/i },
  { kind: 'signed_out', pattern: /API key not valid|(?:Invalid|Incorrect) API key/i },
  { kind: 'signed_out', pattern: /IneligibleTierError|do not have a valid license/i },
  { kind: 'signed_out', pattern: /organization has (?:been disabled|disabled )/i },
  { kind: 'signed_out', pattern: /account is on hold|account_on_hold|oauth_org_not_allowed/i },
  { kind: 'signed_out', pattern: /To use Codex with your ChatGPT plan/i },

  { kind: 'quota', pattern: /hit your .{0,80}?limit|usage limit|monthly spend limit/i },
  {
    kind: 'quota',
    pattern: /out of credits|spend cap|Credit balance is too low|billing_error/i,
  },
  { kind: 'quota', pattern: /Individual quota reached|Quota exceeded/i },
  {
    kind: 'quota',
    pattern: /ex(?:hausted|ceeded) your (?:daily |current )?(?:quota|capacity)/i,
  },
  { kind: 'quota', pattern: /RESOURCE_EXHAUSTED|QUOTA_EXHAUSTED|TerminalQuotaError/i },

  {
    kind: 'context_exceeded',
    pattern: /context[ _](?:window|length)|(?:prompt|input|request) is too (?:long|large)/i,
  },
  {
    kind: 'context_exceeded',
    pattern: /input token count.{0,40}?exceeds/i,
  },
  {
    kind: 'model_refused',
    pattern: /\bmodel\b.{0,80}?not (?:found|supported)|model_not_found/i,
  },
  { kind: 'model_refused', pattern: /issue with the selected model/i },
  {
    kind: 'request',
    pattern: /(?:process|invalid|unsupported) image|image.{0,40}?(?:exceed|too large)/i,
  },
  { kind: 'request', pattern: /invalid_request/i },

  { kind: 'transient', pattern: /overloaded|at capacity|\b529\b/i },
  {
    kind: 'transient',
    pattern: /stream disconnected|Reconnecting|Access blocked by Cloudflare/i,
  },
  {
    kind: 'unreachable',
    pattern: /connection refused|Unable to connect|\bE(?:CONNREFUSED|AI_AGAIN|NOTFOUND)\b/i,
  },
  {
    kind: 'transient',
    pattern: /connection (?:reset|to the API was lost)/i,
  },
  {
    kind: 'transient',
    pattern: /\bE(?:CONNRESET|TIMEDOUT|PIPE)\b/i,
  },
  { kind: 'transient', pattern: /fetch failed|socket hang up|API Error: terminated/i },
  { kind: 'transient', pattern: /(?:status:?|API Error:|HTTP|"code":)\s?(?:429|5\d\d)\b/i },
  { kind: 'transient', pattern: /\b5\d\d (?:Service|Internal|Bad Gateway|Gateway)/i },
]

/** The family of models that a quota text names; lower-cased by the caller. */
export const FAMILIES: readonly RegExp[] = [
  /hit your (?:weekly )?(opus|sonnet|haiku)(?: weekly)? limit/i,
  /usage limit for ([^.\s][^\s]{0,60}(?: [^\s.]{1,20}){0,3})\.\s/i,
]
