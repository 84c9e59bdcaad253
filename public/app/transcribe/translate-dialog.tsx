import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { randomId } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { allBrands } from '../all-brands.ts'
import { startTranslation } from './calls.ts'
import { languages } from './languages.ts'
import { m } from './messages/en.ts'

const CHOSEN = 'translation-target'

interface TranslateDialogProps {
  /** The subtitles as they are now. */
  srt: () => string
  /** Of the transcript. */
  title: string
  /** The language that is spoken, which is no target. */
  source: string | null
  /** Called with the id of the job. */
  onStarted: (job: string) => void
  onClose: () => void
}

/** Asks for the language of a translation, and starts it. */
export function TranslateDialog({ srt, title, source, onStarted, onClose }: TranslateDialogProps) {
  const id = useId()
  const brands = useResource(allBrands)
  const known = brands.value.value
  const offered = known.state === 'ready' ? known.data : []
  const targets = languages().filter(({ code }) => code !== source)
  const before = localStorage.getItem(CHOSEN) ?? ''
  const target = useSignal(
    targets.find(({ code }) => code === before)?.code ?? (source === 'en' ? 'de' : 'en'),
  )
  const brand = useSignal('')
  const key = useRef(randomId())
  const start = async () => {
    localStorage.setItem(CHOSEN, target.value)
    const asked = { srt: srt(), target: target.value, brand: brand.value, title }
    const job = await startTranslation(asked, key.current)
    onClose()
    onStarted(job)
  }
  return (
    <Dialog title={m.translate} onClose={onClose}>
      <Form onSubmit={start} action={m.translate}>
        <div class="field">
          <label for={`${id}-target`}>{m.into}</label>
          <select
            id={`${id}-target`}
            class="input"
            value={target.value}
            onChange={({ currentTarget }) => {
              target.value = currentTarget.value
              key.current = randomId()
            }}
          >
            {targets.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {offered.length > 0 && (
          <div class="field">
            <label for={`${id}-brand`}>{m.brand}</label>
            <select
              id={`${id}-brand`}
              class="input"
              value={brand.value}
              aria-describedby={`${id}-hint`}
              onChange={({ currentTarget }) => {
                brand.value = currentTarget.value
                key.current = randomId()
              }}
            >
              <option value="">{m.none}</option>
              {offered.map(({ id: one, name }) => (
                <option key={one} value={one}>
                  {name}
                </option>
              ))}
            </select>
            <span class="hint" id={`${id}-hint`}>
              {m.brandHint}
            </span>
          </div>
        )}
      </Form>
    </Dialog>
  )
}
