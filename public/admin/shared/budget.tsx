import { useSignal } from '@preact/signals'
import { ApiError, api, read, send } from '../../ui/api.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

/** How many credits a month a person or a key should need; nothing is refused. */
export function Budget({ owner }: { owner: string }) {
  const budget = useResource(
    async (signal) => {
      const { items } = await read(api.GET('/admin/budgets', { signal }))
      return items.find(({ owner_id }) => owner_id === owner) ?? null
    },
    [owner],
  )
  return (
    <>
      <h2 class="section">{m.budget}</h2>
      <div class="card">
        <Show of={budget}>
          {(data) => (
            <BudgetForm
              key={data?.credits}
              owner={owner}
              credits={data?.credits}
              used={data?.used}
              onSaved={() => budget.reload()}
            />
          )}
        </Show>
      </div>
    </>
  )
}

interface BudgetFormProps {
  owner: string
  credits: number | undefined
  used: number | undefined
  onSaved: () => Promise<void>
}

function BudgetForm({ owner, credits, used, onSaved }: BudgetFormProps) {
  const before = credits === undefined ? '' : String(credits)
  const text = useSignal(before)
  const save = async () => {
    const value = text.value.trim()
    const amount = value === '' ? null : Number(value)
    if (amount !== null && !Number.isSafeInteger(amount))
      throw new ApiError(422, 'invalid', m.wholeNumber)
    const params = { path: { owner } }
    await send(api.PUT('/admin/budgets/{owner}', { params, body: { credits: amount } }))
    toast(m.saved)
    await onSaved()
  }
  return (
    <Form action={m.saveBudget} onSubmit={save} isUnchanged={text.value.trim() === before}>
      <TextField
        label={m.creditsAMonth}
        hint={used === undefined ? m.budgetHint : m.budgetUsed(used)}
        value={text.value}
        onInput={(value) => {
          text.value = value
        }}
      />
    </Form>
  )
}
