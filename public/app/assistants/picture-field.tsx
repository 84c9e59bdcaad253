import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { m } from './messages/en.ts'
import { Picture } from './picture.tsx'

/** Drawn in so many pixels, whatever was chosen. */
const SIZE_PX = 96
/** As the service takes it. */
const MAX_CHARACTERS = 24_000
const MAX_EMOJI_CHARACTERS = 32

interface PictureFieldProps {
  name: string
  value: string | null
  onChange: (picture: string | null) => void
}

/** An emoji that is typed, or a picture from this device, which is made small here. */
export function PictureField({ name, value, onChange }: PictureFieldProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const error = useSignal('')
  const isImage = value?.startsWith('data:') === true
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    try {
      error.value = ''
      onChange(await smallPicture(chosen))
    } catch {
      error.value = m.notAPicture
    }
  }
  return (
    <div class="field">
      <label for={id}>{m.picture}</label>
      <div class="picture-field">
        <Picture of={{ name: name || 'A', picture: value }} />
        <input
          id={id}
          class="input"
          value={isImage ? '' : (value ?? '')}
          maxLength={MAX_EMOJI_CHARACTERS}
          placeholder={m.anEmoji}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => onChange(currentTarget.value.trim() || null)}
        />
        <button type="button" class="button" onClick={() => file.current?.click()}>
          {m.choosePicture}
        </button>
        {value !== null && (
          <button type="button" class="button plain" onClick={() => onChange(null)}>
            {m.remove}
          </button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={m.choosePicture}
          hidden
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
      </div>
      <span class="hint" id={`${id}-hint`}>
        {m.pictureHint}
      </span>
      {error.value !== '' && <p role="alert">{error.value}</p>}
    </div>
  )
}

/** The middle of a picture, as a small `data:` address. @throws For what is no picture */
async function smallPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = SIZE_PX
  canvas.height = SIZE_PX
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX)
  bitmap.close()
  for (const quality of [0.9, 0.7, 0.5]) {
    const picture = canvas.toDataURL('image/jpeg', quality)
    if (picture.length <= MAX_CHARACTERS) return picture
  }
  throw new Error('The picture does not become small enough')
}
