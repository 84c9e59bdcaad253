import { api, send } from '../../ui/api.ts'
import { LANGUAGES, ownName } from '../../ui/languages.ts'
import { attempt } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

interface LanguageChoiceProps {
  /** Null for the one that the browser prefers. */
  chosen: string | null
}

/** The language of the pages, on all devices of the person; another one loads the page anew. */
export function LanguageChoice({ chosen }: LanguageChoiceProps) {
  const choose = (value: string) => {
    const language = LANGUAGES.find((one) => one === value) ?? null
    return attempt(async () => {
      await send(api.PATCH('/api/me', { body: { language } }))
      window.location.reload()
    })
  }
  return (
    <label class="field me-below">
      <span>{m.language}</span>
      <select
        class="input"
        value={chosen ?? ''}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        <option value="">{m.asBrowser}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {ownName(language)}
          </option>
        ))}
      </select>
    </label>
  )
}
