/**
 * Why a file is not taken, by code: `code` of the `reasonFacts` of an error, which `public/ui/errors/reasons` says
 * in other languages. True where a limit or a status stands in the words.
 */
export const REFUSAL_REASONS = {
  base64: false,
  compression: false,
  damaged: false,
  denied: false,
  empty: false,
  encrypted: false,
  entities: false,
  expired: false,
  frames: true,
  gone: false,
  kind: false,
  larger: true,
  link: false,
  no_pages: false,
  parts: true,
  path: false,
  pixels: true,
  protected: false,
  site: true,
  slow: false,
  special: false,
  system: false,
  together: true,
  too_many: true,
  undrawable: false,
  unpacked: true,
  unreadable: false,
  url: false,
} as const satisfies Record<string, boolean>

export type RefusalReason = keyof typeof REFUSAL_REASONS
