/**
 * Why something is not read: codes, by which pages say it in their own language, and what their words
 * match. What is stored are the words, which have more to say than a code.
 */
const REASONS = {
  hidden: /^it is hidden$/,
  link: /^it is a link\b/,
  special: /^it is no plain file$|: it is not a plain file\b/,
  no_document: /^it is no document$/,
  system: /belongs to the system or to Hearth$/,
  deep: /^it lies more than \d+ folders deep$/,
  too_large: /^it is larger than |^Only files of up to /,
  empty: /^it is empty$|: it is empty$/,
  beyond: /^it is behind the first /,
  gone: /there is no such folder$|^The file is gone$|: it is gone$/,
  denied: /Hearth may not read it$/,
  unmounted: /^It is empty: what was read of it stays/,
  not_admin: /^Only admins may have folders /,
  no_text: /^It has no text |^The page has no text$/,
  silent: /^Nothing was spoken in it$/,
  site: /^The site answered with the status /,
  encrypted: /: it is encrypted with a password$/,
  protected: /: it is protected against reading /,
  damaged: /: it is damaged or incomplete$/,
  kind: /^Cannot attach .*; accepted are /,
  full: /^Your collections are full\b/,
  crashed: /^The service has crashed twice /,
} as const satisfies Record<string, RegExp>

type ReasonCode = keyof typeof REASONS

export const REASON_CODES = Object.keys(REASONS).filter(
  (code): code is ReasonCode => code in REASONS,
)

/** Null for one that has words only. */
export function reasonCode(words: string): ReasonCode | null {
  return REASON_CODES.find((code) => REASONS[code].test(words)) ?? null
}
