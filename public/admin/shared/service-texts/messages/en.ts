import type { components } from '../../../../ui/api-types.ts'

type FindingCode = components['schemas']['Doctor']['items'][number]['code']
/** `{name}` stands for a value; what is counted is made of the numbers. */
export type Words = string | ((numbers: Readonly<Record<string, number>>) => string)

/** What the service itself says to its owner: findings of the doctor, and alerts by their kind. */
export interface Messages {
  findings: Readonly<Record<FindingCode, readonly [says: Words, fix?: Words]>>
  alerts: Readonly<Record<string, readonly [subject: Words, message: Words]>>
  /** What stands in these texts. */
  parts: Readonly<Record<string, Words>>
}

/** In English, the service says it. */
export const m: { readonly [part in keyof Messages]: Partial<Messages[part]> } = {
  findings: {},
  alerts: {},
  parts: {},
}
