import type { ComponentChildren } from 'preact'
import { api, errorMessage, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { relativeTime } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type Alert, type Attention, attention, type User } from '../attention.tsx'
import { DecideButtons } from '../people/decide.tsx'
import { nameOf } from '../people/person.ts'
import {
  type Account,
  accountLabel,
  accountName,
  accountReason,
  accountState,
  type Engine,
  isUnreachable,
  troubled,
} from '../shared/account.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { CheckButton } from '../shared/check-button.tsx'
import { alertText, findingText } from '../shared/service-texts.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import { m } from './messages/en.ts'
import type { Finding, Overview } from './use-overview.ts'

/** Alerts that are shown here; the page of the alerts has all. */
const SHOWN_ALERTS = 4

/** The kind of the alerts about people who wait: they are listed or counted themselves. */
const PERSON_WAITS = 'user_pending'

/** What waits for the owner, people first. */
export function AttentionList({
  people,
  waiting,
  engines,
  alerts,
  openAlerts,
  doctor,
}: Attention & { doctor: Overview['doctor'] }) {
  const findings = doctor.value.value
  const errors = (findings ?? []).filter(isError)
  const isListed = listedIn(people, engines, errors)
  const others = alerts.filter((alert) => !isListed(alert))
  const rows = [
    ...people.map((user) => <PersonRow key={user.id} user={user} />),
    ...more('me', waiting - people.length, m.morePeople, 'people'),
    ...engines
      .filter(isUnreachable)
      .map((engine) => <UnreachableRow key={engine.id} engine={engine} />),
    ...engines.flatMap((engine) =>
      troubled(engine).map((account) => (
        <AccountRow key={`${engine.id}/${account.id}`} engine={engine} account={account} />
      )),
    ),
    ...errors.map((finding) => <FindingRow key={finding.id} finding={finding} />),
    ...others.slice(0, SHOWN_ALERTS).map((alert) => <AlertRow key={alert.id} alert={alert} />),
    // Those that were not loaded count as well.
    ...more(
      'bell',
      Math.max(0, others.length - SHOWN_ALERTS) + openAlerts - alerts.length,
      m.moreAlerts,
      'alerts',
    ),
  ]
  if (rows.length === 0 && findings === undefined) return <Checking error={doctor.error.value} />
  if (rows.length === 0) return <p class="card quiet">{m.nothingNeedsYou}</p>
  return <ul class="rows">{rows}</ul>
}

/** Nothing is known to need the owner before the doctor has answered. */
function Checking({ error }: { error: unknown }) {
  if (error === undefined) return <p class="card quiet">{m.checking}</p>
  return <p class="card quiet">{m.cannotCheck(errorMessage(error))}</p>
}

/**
 * A row that leads to those that are not shown here; none where all are.
 *
 * @param label How many there are, in words
 * @param page Where they are, below /admin/
 */
function more(icon: IconName, left: number, label: (left: number) => string, page: string) {
  if (left <= 0) return []
  return [
    <li class="row" key={page}>
      <Icon name={icon} />
      <a class="grow" href={`/admin/${page}`}>
        {label(left)}
      </a>
    </li>,
  ]
}

/** Whether the row of a person, an account or an error already says what an alert says. */
function listedIn(
  people: readonly User[],
  engines: readonly Engine[],
  errors: readonly Finding[],
): (alert: Alert) => boolean {
  const ids = new Set(people.map(({ id }) => id))
  const names = engines.flatMap((engine) =>
    troubled(engine).map((account) => `${engine.id}/${account.id}`),
  )
  return ({ about, kind, subject }) =>
    (about !== null && ids.has(about)) ||
    kind === PERSON_WAITS ||
    errors.some(({ says }) => says.startsWith(`${subject}: `)) ||
    (kind.startsWith('account_') &&
      names.some((name) => subject === name || subject.startsWith(`${name} `)))
}

/** Engines and their accounts have rows of their own, and the first steps say what is missing. */
function isError({ id, level }: Finding): boolean {
  if (/^(?:engines$|engine\.|speech|transcription)/.test(id)) return false
  return level === 'warning' || level === 'error'
}

function Row({
  icon,
  title,
  details,
  children,
}: {
  icon: IconName
  title: ComponentChildren
  details: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <li class="row">
      <Icon name={icon} />
      <span class="grow">
        {title}
        <small>{details}</small>
      </span>
      {children !== undefined && <span class="actions beside">{children}</span>}
    </li>
  )
}

function PersonRow({ user }: { user: User }) {
  return (
    <Row
      icon="me"
      title={fill(m.waitsForApproval, {
        name: (
          <a class="quiet-link" href={`/admin/people/${user.id}`}>
            <ForeignText text={nameOf(user)} />
          </a>
        ),
      })}
      details={m.signedIn(relativeTime(user.last_sign_in_at))}
    >
      <DecideButtons person={user} changed={() => {}} />
    </Row>
  )
}

function UnreachableRow({ engine }: { engine: Engine }) {
  return (
    <Row
      icon="engine"
      title={fill(m.doesNotAnswer, { name: <ForeignText text={engine.label} /> })}
      details={<LongText text={engine.unreachable ?? ''} />}
    >
      <ActionButton
        label={m.checkNow}
        about={engine.label}
        work={() => attention.reload()}
        done={undefined}
      />
    </Row>
  )
}

function AccountRow({ engine, account }: { engine: Engine; account: Account }) {
  const others = engine.accounts.filter(({ state }) => state === 'ok')
  const meanwhile =
    others.length === 0
      ? ''
      : m.meanwhile(others.map(({ id }) => m.account(accountLabel(id))).join(', '))
  return (
    <Row
      icon="engine"
      title={fill(m.accountIs, {
        name: <ForeignText text={accountName(engine, account)} />,
        state: accountState(account),
      })}
      details={
        <>
          {account.evidence !== null && (
            <>{fill(m.evidence, { text: <LongText text={account.evidence} /> })} </>
          )}
          {accountReason(account)}
          <ForeignText text={meanwhile} />
        </>
      }
    >
      <CheckButton engine={engine} account={account} />
    </Row>
  )
}

function FindingRow({ finding }: { finding: Finding }) {
  const { id, help } = finding
  const { says, fix } = findingText(finding)
  return (
    <Row
      icon={id === 'disk' ? 'system' : 'warning'}
      title={<LongText text={says} />}
      details={
        <>
          {fix !== undefined && <LongText text={fix} />} <a href={help}>{m.help}</a>
        </>
      }
    />
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const { subject, message } = alertText(alert)
  const acknowledge = async () => {
    await read(api.POST('/admin/alerts/{id}/acknowledge', { params: { path: { id: alert.id } } }))
    await attention.reload()
  }
  return (
    <Row
      icon="bell"
      title={<ForeignText text={subject} />}
      details={
        <>
          {relativeTime(alert.at)}: <LongText text={message} />
        </>
      }
    >
      <ActionButton label={m.seen} about={subject} work={acknowledge} done={undefined} />
    </Row>
  )
}
