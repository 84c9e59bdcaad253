import {
  type CodedText,
  fillTemplate,
  type ParamsArgument,
  type TextParams,
} from '../platform/coded-text.ts'

/**
 * What alerts say, by kind, as `public/admin/shared/service-texts` says it in other languages. The
 * manual has a section for each.
 */
export const ALERT_TEXTS = {
  account_failed: { subject: '{account}', message: '{account} {state}{until}: {evidence}' },
  account_signed_out: { subject: '{account}', message: '{account} {state}{until}: {evidence}' },
  account_back: { subject: '{account}', message: '{account} is in use again: {by}' },
  user_pending: {
    subject: '{name} waits for approval',
    message:
      '{name} has signed in through {issuer} for the first time, as user {id}. Nothing works for them until you have approved them.',
  },
  passkey_suspect: {
    subject: 'A passkey of {account}',
    message:
      'The passkey "{passkey}" of {account} was used from {address} with a counter that has gone back, so it may have been copied. It is refused from now on; {account} can remove it and add a new one.',
  },
  budget: {
    subject: '{name} has used {percent} percent of the month’s budget',
    message: '{name} has used {used} of {credits} credits of this month. Nothing is refused.',
  },
  refresh_token_reused: {
    subject: '{heading}',
    message:
      'A refresh token of the {device} "{name}" of {account} was shown twice, the second time from {address}. It may have been copied, so it was signed out; connect it again to go on.',
  },
  backup_failed: {
    subject: 'The nightly backup failed',
    message:
      '{reason}. It is tried again every hour. The backups are in {folder}; npm run doctor says how it stands.',
  },
  backup_old: {
    subject: 'There is no good backup of the last two days',
    message:
      '{reason}. It is tried again every hour. The backups are in {folder}; npm run doctor says how it stands.',
  },
  backup_back: { subject: 'Backups work again', message: '{name} was made and checked.' },
  files_damaged: {
    subject: 'Stored files and their records do not match',
    message:
      '{damage}. Nothing of it is deleted. It follows a restore of the database without its files, a disk fault, or a change by hand; the log names them.',
  },
  worker_budget: {
    subject: '{percent} percent of today’s worker jobs are used',
    message:
      '{used} of the {attempts} worker jobs of {day} are used, {left:1 is|# are} left. The next day begins at {clock} ({timeZone}). The setting [workers] attempts_per_day says how many there are in a day.',
  },
  worker_node_lost: {
    subject: 'The worker node {name} is lost',
    message:
      'Nothing was heard from {name} for some seconds. What it did starts again on other machines where that is possible; it gets work again as soon as it is back.',
  },
  worker_node_back: {
    subject: 'The worker node {name} is back',
    message: '{name} gets work again.',
  },
} as const satisfies Record<string, { subject: string; message: string }>

/** What stands in these texts. */
export const ALERT_PARTS = {
  quota: 'has hit its quota',
  signed_out: 'is signed out',
  not_installed: 'cannot be started',
  failing: 'does not answer correctly',
  parked_until: ', parked until {untilAt}',
  has_answered: 'it has answered',
  probed: 'a probe succeeded',
  probed_by_owner: 'a probe by the owner succeeded',
  cleared: 'cleared by {actor}',
  canvas_device: 'canvas device',
  app: 'app',
  canvas_heading: 'Canvas device {id}',
  app_heading: 'App {id}',
  no_backup: 'none was made',
  lost_bytes: '{lost:1 stored file has lost its bytes|# stored files have lost their bytes}',
  stray_files: '{strays:1 file on the disk belongs|# files on the disk belong} to no row',
  lost_and_stray:
    '{lost:1 stored file has lost its bytes|# stored files have lost their bytes}, and {strays:1 file on the disk belongs|# files on the disk belong} to no row',
} as const satisfies Record<string, string>

type Texts = typeof ALERT_TEXTS
type Parts = typeof ALERT_PARTS
export type AlertKind = keyof Texts

/** An alert in the words of its kind. */
export interface AlertText {
  kind: AlertKind
  params: TextParams
  subject: string
  message: string
}

export function alertText<Kind extends AlertKind>(
  kind: Kind,
  ...given: ParamsArgument<`${Texts[Kind]['subject']}${Texts[Kind]['message']}`>
): AlertText {
  const { subject, message } = ALERT_TEXTS[kind]
  const params = given[0] ?? {}
  const words = (template: string) => fillTemplate(template, params, ALERT_PARTS)
  return { kind, params, subject: words(subject), message: words(message) }
}

/** Such a text in English. */
export function partWords({ code, params }: CodedText): string {
  const parts: Readonly<Record<string, string>> = ALERT_PARTS
  return fillTemplate(parts[code] ?? '', params, parts)
}

/** A text that stands in an alert's. */
export function alertPart<Code extends keyof Parts>(
  code: Code,
  ...params: ParamsArgument<Parts[Code]>
): CodedText {
  return { code, params: params[0] ?? {} }
}
