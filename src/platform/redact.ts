const RULES: readonly (readonly [RegExp, string])[] = [
  // Hearth's own secrets: keys, device credentials, canvas tokens.
  [/\b(hth|hcd|hcr)_[A-Za-z0-9_-]{16,}/g, '$1_[redacted]'],
  [/\b(sk|pk|rk|ghp|gho|glpat|xox[abp])([-_])[A-Za-z0-9_-]{12,}/g, '$1$2[redacted]'],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, '[redacted]'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)?/g, '[redacted]'],
  [/\b(bearer|basic)(\s+)[A-Za-z0-9._~+/=-]{8,}/gi, '$1$2[redacted]'],
  [/((?:x-api-key|authorization|cookie)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;]+/gi, '$1[redacted]'],
  [
    /([?&][^=&\s"]*(?:key|token|code|secret|password|verifier)[^=&\s"]*=)[^&\s"\\]+/gi,
    '$1[redacted]',
  ],
  [/(\/\/[^\s/:@"]*:)[^\s/@"]+@/g, '$1[redacted]@'],
]

/** Found in every text that any rule would change: most texts end here. */
const SUSPECT =
  /(?:hth|hcd|hcr)_[\w-]{16}|(?:sk|pk|rk|ghp|gho|glpat|xox[abp])[-_][\w-]{12}|AIza|eyJ[\w-]{8}|bearer\s|basic\s|x-api-key|authorization|cookie|[?&]|\/\/[^\s/:@"]*:[^\s/@"]+@/i

/**
 * Takes the secrets out of a text that is about to leave the process: log lines, error details,
 * audit rows, alerts. One function, so that a new kind of secret is added in one place.
 */
export function redact(text: string): string {
  if (!SUSPECT.test(text)) return text
  let clean = text
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}
