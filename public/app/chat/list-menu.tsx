import { useSignal } from '@preact/signals'
import { MoreButton } from '../../ui/icon.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { m } from './messages/en.ts'

const dialogs = lazyPart(() => import('./list-dialogs.tsx'))

/** A button with what can be done with the list, which is loaded when it is opened. */
export function ListMenu() {
  const anchor = useSignal<Element | undefined>(undefined)
  const close = () => {
    anchor.value = undefined
  }
  const part = useLazy(dialogs, anchor.value !== undefined, close)
  return (
    <>
      <MoreButton label={m.moreAboutList} anchor={anchor} isPlain={false} />
      {anchor.value !== undefined && part !== undefined && (
        <part.ListDialogs anchor={anchor.value} onClose={close} />
      )}
    </>
  )
}
