/** Codes of the reasons for which a file is not taken. */
type Code =
  | 'base64'
  | 'compression'
  | 'damaged'
  | 'denied'
  | 'empty'
  | 'encrypted'
  | 'entities'
  | 'expired'
  | 'frames'
  | 'gone'
  | 'kind'
  | 'larger'
  | 'link'
  | 'no_pages'
  | 'parts'
  | 'path'
  | 'pixels'
  | 'protected'
  | 'site'
  | 'slow'
  | 'special'
  | 'system'
  | 'together'
  | 'too_many'
  | 'undrawable'
  | 'unpacked'
  | 'unreadable'
  | 'url'

/** What they mean; `{value}` stands for the limit or the status in it. */
export interface Messages {
  /** Of a file with a name. */
  named: string
  reasons: Readonly<Record<Code, string>>
}

/** In English, the service says it. */
export const m: { named: string; reasons: Partial<Messages['reasons']> } = {
  named: '{name}: {reason}',
  reasons: {},
}
