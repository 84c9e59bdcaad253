import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fill } from '../../ui/fill.ts'
import { ShareLink } from '../../ui/share-link.tsx'
import { attempt } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'
import { nameOf, type Person } from './person.ts'

/** A link for a person who cannot sign in any more. */
export function SignInLink({ person }: { person: Person }) {
  const link = useSignal<components['schemas']['SignInLink'] | undefined>(undefined)
  const show = () =>
    attempt(async () => {
      const params = { path: { id: person.id } }
      link.value = await read(api.POST('/admin/users/{id}/sign-in-link', { params }))
    })
  return (
    <>
      <ul class="rows">
        <li class="row">
          <span class="grow">
            {m.signInLink}
            <small>{fill(m.signInLinkText, { name: <bdi>{nameOf(person)}</bdi> })}</small>
          </span>
          <button type="button" class="button" aria-haspopup="dialog" onClick={() => void show()}>
            {m.showIt}
          </button>
        </li>
      </ul>
      {link.value !== undefined && (
        <Dialog
          title={m.scanWith(nameOf(person))}
          onClose={() => {
            link.value = undefined
          }}
        >
          <ShareLink link={link.value} />
        </Dialog>
      )}
    </>
  )
}
