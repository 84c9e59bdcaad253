import { api, read } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { type Account, accountName, accountState, type Engine } from './account.ts'
import { ActionButton } from './action-button.tsx'
import { m } from './messages/en.ts'
import { visibleText } from './text.tsx'

/** Probes an account and says how it stands now. */
export function CheckButton({ engine, account }: { engine: Engine; account: Account }) {
  const name = accountName(engine, account)
  const check = async () => {
    const path = { engine: engine.id, account: account.id }
    const now = await read(
      api.POST('/admin/engines/{engine}/accounts/{account}/probe', { params: { path } }),
    )
    await attention.reload()
    toast(
      now.probed_at === account.probed_at
        ? m.isBusy(visibleText(name))
        : m.isNow(visibleText(name), accountState(now)),
    )
  }
  return (
    <ActionButton
      label={m.checkNow}
      about={name}
      work={check}
      done={undefined}
      isDisabled={account.state === 'disabled'}
    />
  )
}
