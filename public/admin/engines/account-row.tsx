import { api, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { dates } from '../../ui/locale.ts'
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
import { m } from './messages/en.ts'

const weekday = dates({ weekday: 'short', timeZone: 'UTC' })

/** One account: its state with the reason, its calls of the last days, and what can be done. */
export function AccountRow({ engine, account }: { engine: Engine; account: Account }) {
  const { id, evidence, families, probed_at: probedAt, until } = account
  const { node } = accountText(id)
  return (
    <li class="account">
      <span class={`dot ${accountTone(account)}`} />
      <span class="grow">
        {engine.accounts.length > 1 ? (
          fill(m.accountIs, {
            name: <ForeignText text={accountLabel(id)} />,
            state: accountState(account),
          })
        ) : (
          <>
            {sentence(accountState(account))}
            {node !== undefined && fill(m.onNode, { node: <ForeignText text={node} /> })}
          </>
        )}
        {account.state === 'parked' && <small>{sentence(accountReason(account))}</small>}
        {evidence !== null && (
          <small>{fill(m.evidence, { text: <LongText text={evidence} /> })}</small>
        )}
        {until !== null && !isToday(until) && <small>{m.usedAgain(fullTime(until))}</small>}
        {families.map((one) => (
          <small key={one.family}>
            {fill(m.modelsOf(classText(one.class)), { family: <ForeignText text={one.family} /> })}
            {fill(m.evidence, { text: <LongText text={one.evidence} /> })}
            {one.until !== null && m.usedAgainToo(fullTime(one.until))}
          </small>
        ))}
        {probedAt !== null && <small>{m.checked(relativeTime(probedAt))}</small>}
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
      name: weekday(new Date(day.day)),
      value: day.calls,
      failed: day.failures,
      format: callText(day.calls, day.failures),
    }),
  )
  return (
    <span class="calls">
      <Bars label={m.calls} bars={bars} />
      <small class="number quiet">{m.inDays(callText(calls, failures), days.length)}</small>
    </span>
  )
}

function callText(calls: number, failures: number): string {
  const text = m.callCount(calls)
  return failures === 0 ? text : m.withFailures(text, failures)
}

function AccountActions({ engine, account }: { engine: Engine; account: Account }) {
  const name = m.accountName(engine.label, accountLabel(account.id))
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
          label={m.useAgain}
          about={name}
          done={m.isUsedAgain(name)}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/clear', { params })),
          )}
        />
      )}
      {account.state === 'disabled' ? (
        <ActionButton
          label={m.switchOn}
          about={name}
          isPrimary
          done={m.isOn(name)}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/enable', { params })),
          )}
        />
      ) : (
        <ActionButton
          label={m.switchOff}
          about={name}
          done={m.isOff(name)}
          work={change(() =>
            read(api.POST('/admin/engines/{engine}/accounts/{account}/disable', { params })),
          )}
          confirm={{
            title: m.switchOffThis,
            text: m.switchOffText(name),
            action: m.switchOff,
          }}
        />
      )}
    </span>
  )
}
