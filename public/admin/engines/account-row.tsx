import { api, read } from '../../ui/api.ts'
import { count, fullTime, plural, relativeTime } from '../../ui/format.ts'
import { attention } from '../attention.tsx'
import {
  type Account,
  accountLabel,
  accountReason,
  accountState,
  accountText,
  accountTone,
  classText,
  type Engine,
} from '../shared/account.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { type Bar, Bars } from '../shared/bars.tsx'
import { CheckButton } from '../shared/check-button.tsx'
import { ForeignText, LongText } from '../shared/text.tsx'

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })

/** One account: its state with the reason, its calls of the last days, and what can be done. */
export function AccountRow({ engine, account }: { engine: Engine; account: Account }) {
  const { id, evidence, families, probed_at: probedAt, until } = account
  const { node } = accountText(id)
  return (
    <li class="account">
      <span class={`dot ${accountTone(account)}`} />
      <span class="grow">
        {engine.accounts.length > 1 ? (
          <>
            Account <ForeignText text={accountLabel(id)} /> is {accountState(account)}
          </>
        ) : (
          <>
            {sentence(accountState(account))}
            {node !== undefined && (
              <>
                , on <ForeignText text={node} />
              </>
            )}
          </>
        )}
        {account.state === 'parked' && <small>{sentence(accountReason(account))}</small>}
        {evidence !== null && (
          <small>
            “<LongText text={evidence} />”
          </small>
        )}
        {until !== null && !isToday(until) && <small>Used again from {fullTime(until)}</small>}
        {families.map((one) => (
          <small key={one.family}>
            Models of <ForeignText text={one.family} />: {classText(one.class)}, “
            <LongText text={one.evidence} />”
            {one.until !== null && `, used again from ${fullTime(one.until)}`}
          </small>
        ))}
        {probedAt !== null && <small>Checked {relativeTime(probedAt)}</small>}
      </span>
      {engine.type === 'text' && <Calls account={account} />}
      <AccountActions engine={engine} account={account} />
    </li>
  )
}

/** The state itself says a time of today. */
function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString()
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Calls and failures of the last days. */
function Calls({ account: { days } }: { account: Account }) {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const failures = days.reduce((sum, day) => sum + day.failures, 0)
  const bars = days.map(
    (day): Bar => ({
      name: DAY.format(new Date(day.day)),
      value: day.calls,
      failed: day.failures,
      format: callText(day.calls, day.failures),
    }),
  )
  return (
    <span class="calls">
      <Bars label="Calls" bars={bars} />
      <small class="number quiet">{`${callText(calls, failures)} in ${days.length} days`}</small>
    </span>
  )
}

function callText(calls: number, failures: number): string {
  const text = plural(calls, 'call')
  return failures === 0 ? text : `${text}, ${count(failures)} failed`
}

function AccountActions({ engine, account }: { engine: Engine; account: Account }) {
  const name = `${engine.label}, account ${accountLabel(account.id)}`
  const params = { path: { engine: engine.id, account: account.id } }
  const change = (call: () => Promise<unknown>) => async () => {
    await call()
    await attention.reload()
  }
  return (
    <span class="actions">
      {account.state !== 'disabled' && <CheckButton engine={engine} account={account} />}
      {(account.state === 'parked' || account.families.length > 0) && (
        <ActionButton
          label="Use again"
          about={name}
          done={`${name} is in use again`}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/clear', { params })),
          )}
        />
      )}
      {account.state === 'disabled' ? (
        <ActionButton
          label="Switch on"
          about={name}
          isPrimary
          done={`${name} is switched on`}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/enable', { params })),
          )}
        />
      ) : (
        <ActionButton
          label="Switch off"
          about={name}
          done={`${name} is switched off`}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/disable', { params })),
          )}
          confirm={{
            title: 'Switch off?',
            text: `${name} is not asked any more until it is switched on here, also after a restart.`,
            action: 'Switch off',
          }}
        />
      )}
    </span>
  )
}
