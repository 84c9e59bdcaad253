import { Fragment } from 'preact'
import { Dialog } from './dialog.tsx'
import { fill } from './fill.ts'
import { CheckBox } from './form.tsx'
import { m as parts } from './parts/messages/en.ts'
import { hasSingleKeys, keepSingleKeys, type Shortcut } from './single-keys.ts'
import './shortcut-list.css'

interface ShortcutListProps {
  of: readonly Shortcut[]
  onClose: () => void
}

/** All shortcuts that there are on this page. */
export function ShortcutList({ of, onClose }: ShortcutListProps) {
  return (
    <Dialog title={parts.shortcuts} onClose={onClose}>
      <dl class="keys">
        {of.map(({ keys, does }) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <SingleKeysSwitch />
    </Dialog>
  )
}

/** Turns keys without Ctrl on and off. */
export function SingleKeysSwitch() {
  return (
    <CheckBox
      class="keys-switch"
      isChecked={hasSingleKeys.value}
      onChange={(isChecked) => keepSingleKeys(isChecked)}
    >
      <span>{fill(parts.singleKeys, { key: <kbd>?</kbd> })}</span>
    </CheckBox>
  )
}
