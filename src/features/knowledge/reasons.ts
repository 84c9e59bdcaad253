import { AppError, type ErrorCode } from '../../platform/errors.ts'

/**
 * Why something is not read, in the order of words: code, then what the service says of it, where `#`
 * stands for a limit or a status. The pages have words of their own for each code.
 */
const WORDS = {
  hidden: 'it is hidden',
  link: 'it is a link, and links are not followed',
  special: 'it is no plain file',
  no_document: 'it is no document',
  system: 'it belongs to the system or to Hearth',
  deep: 'it lies more than # folders deep',
  too_large: 'it is larger than #',
  empty: 'it is empty',
  beyond: 'it is behind the first #',
  gone: 'it is not there any more',
  denied: 'Hearth may not read it',
  unmounted: 'it is empty: what was read of it stays, as its disk may not be mounted',
  not_admin: 'only admins may have folders of this machine read',
  no_text: 'it has no text that can be read, as a scan or a picture',
  silent: 'nothing was spoken in it',
  site: 'the site answered with the status #',
  encrypted: 'it is encrypted with a password',
  protected: 'it is protected against reading by other programs',
  damaged: 'it is damaged or incomplete',
  kind: 'it is of a kind that is not read',
  full: 'your collections are full: delete what you do not need there',
  crashed: 'the service has crashed twice while this was read',
} as const satisfies Record<string, string>

export type ReasonCode = keyof typeof WORDS

export const REASON_CODES = Object.keys(WORDS).filter(isReasonCode)

/** As it is stored: without a code, `error` has the words; with one, what stands for its `#`. */
export interface Reason {
  reasonCode: ReasonCode | null
  error: string | null
}

/** @param value What stands for `#` of its words */
export function reason(reasonCode: ReasonCode, value?: string | number): Reason {
  return { reasonCode, error: value === undefined ? null : String(value) }
}

/** What an error says of why something was not read. */
export function reasonOfError({ reasonFacts, message }: AppError): Reason {
  return reasonFacts !== undefined && isReasonCode(reasonFacts.code)
    ? reason(reasonFacts.code, reasonFacts.value)
    : { reasonCode: null, error: message }
}

/** In English, as a part of a sentence. */
export function reasonWords({ reasonCode, error }: Reason): string {
  return reasonCode === null
    ? (error ?? 'it could not be read')
    : WORDS[reasonCode].replace('#', () => error ?? 'allowed')
}

/** In English, as a sentence without its full stop. */
export function reasonSentence(why: Reason): string {
  const words = reasonWords(why)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For what is not read, to be thrown. */
export function notRead(status: ErrorCode, code: ReasonCode, value?: string | number): AppError {
  const reasonFacts = value === undefined ? { code } : { code, value }
  return new AppError(status, reasonSentence(reason(code, value)), { reasonFacts })
}

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(WORDS, code)
}
