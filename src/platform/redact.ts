/**
 * Each pattern starts at a word boundary and matches in one way only, so that it runs in linear
 * time.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Hearth's secrets: keys, device credentials, canvas tokens.
  [/\b(hth|hcd|hcr)_[A-Za-z0-9_-]{16,}/g, '$1_[redacted]'],
  [
    /\b(sk|pk|rk|gh[opsru]|github_pat|glpat|xox[abp]|GOCSPX)([-_])[A-Za-z0-9_-]{12,}/g,
    '$1$2[redacted]',
  ],
  // Google's API keys, access tokens, refresh tokens and authorization codes.
  [/\bAIza[A-Za-z0-9_-]{20,}/g, '[redacted]'],
  [/\bya29\.[A-Za-z0-9_.-]{8,}/g, '[redacted]'],
  [/(?<![\w/.:-])[14]\/(?:\/0|0A)[A-Za-z0-9_-]{8,}/g, '[redacted]'],
  // Base64 of JSON: the first part of a JSON Web Token, and the parts behind it.
  [/(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,4}/g, '[redacted]'],
  // Tokens of stored files, in paths.
  [/(\/nas\/(?:files\/)?)[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/g, '$1[redacted]'],
  [/\b(bearer|basic)(\s+)[A-Za-z0-9._~+/=-]{8,}/gi, '$1$2[redacted]'],
  [/((?:x-api-key|authorization|cookie)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;]+/gi, '$1[redacted]'],
  [/(\/\/[^\s/:@"]*:)[^\s/@"]+@/g, '$1[redacted]@'],
]

const PARAMETER = /([?&])([^?=&\s"]*)=[^&\s"\\]+/g
const SECRET_NAME = /key|token|code|secret|password|verifier/i

const MAIL =
  /(?<![\p{L}\p{N}._%+-])([._%+-]*[\p{L}\p{N}])[\p{L}\p{N}._%+-]*(?:@|%40)(?=[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2})/gu

/**
 * Removes secrets from a text that leaves the process: log lines, error details, audit rows,
 * alerts. All patterns are here, so that a new kind of secret is added in one place.
 */
export function redact(text: string): string {
  let clean = text.replace(PARAMETER, (whole, mark: string, name: string) =>
    SECRET_NAME.test(name) ? `${mark}${name}=[redacted]` : whole,
  )
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}

/**
 * Masks e-mail addresses: the first letter and the domain remain, which is enough to tell logins
 * apart.
 */
export function maskAddresses(text: string): string {
  return text.replace(MAIL, '$1***@')
}
