import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ShareLink } from '../../ui/share-link.tsx'
import { attempt } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

/** Signs another device in to the own account: by a QR code, or by a code that it shows. */
export function AddDevice() {
  const link = useSignal<components['schemas']['SignInLink'] | undefined>(undefined)
  const show = () =>
    attempt(async () => {
      link.value = await read(api.POST('/api/me/sign-in-link'))
    })
  return (
    <>
      <p class="actions me-below">
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => void show()}>
          {m.addDevice}
        </button>
        <a class="button" href="/login/approve">
          {m.enterDeviceCode}
        </a>
      </p>
      {link.value !== undefined && (
        <Dialog
          title={m.scanThis}
          onClose={() => {
            link.value = undefined
          }}
        >
          <p class="quiet">{m.showNobody}</p>
          <ShareLink link={link.value} />
        </Dialog>
      )}
    </>
  )
}
