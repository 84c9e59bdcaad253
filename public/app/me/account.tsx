import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { boot, PRIMARY_USER_ID } from '../../ui/boot.ts'
import { bytes } from '../../ui/format.ts'
import { formatter, LOCALE } from '../../ui/locale.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { type Language, OWN_NAMES } from './language-names.ts'
import { m } from './messages/en.ts'

type OwnAccount = components['schemas']['OwnAccount']
type AuthCheck = components['schemas']['AuthCheck']

/** Of the account that the Primary Key signs in to. */
const WORKERS = { research: m.can.research, read_docs: m.can.readDocuments } as const

/** Who the reader is, and what they may do, in words. */
export function Account() {
  const own = useResource((signal) =>
    Promise.all([
      read(api.GET('/api/me', { signal })),
      read(api.GET('/auth-check', { signal })),
    ] as const),
  )
  return (
    <Show of={own}>
      {([account, check]) => (
        <div class="card">
          <p>
            <strong>{account.name}</strong> <span class="tag">{roleWord(account)}</span>
          </p>
          <p class="quiet small">{issuerText(account)}</p>
          <ul class="bullets me-abilities">
            {abilities(account, check).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <LanguageChoice chosen={account.language} />
        </div>
      )}
    </Show>
  )
}

const list = formatter<readonly string[]>(() => new Intl.ListFormat(LOCALE))

function roleWord({ role }: OwnAccount): string {
  return role === 'admin' ? m.admin : m.member
}

function issuerText({ issuer }: OwnAccount): string {
  if (issuer === null) return boot.id === PRIMARY_USER_ID ? m.withPrimaryKey : m.byInvitation
  return m.withProvider(URL.canParse(issuer) ? new URL(issuer).host : issuer)
}

/** What a person may do, a sentence each. */
function abilities({ role, extras }: OwnAccount, { capabilities }: AuthCheck): string[] {
  const profiles = new Set<string>(extras.worker_profiles)
  const workers = Object.entries(WORKERS).filter(([name]) => profiles.has(name))
  const sentences = []
  if (capabilities.generate) sentences.push(m.can.chat)
  if (capabilities.agent_tasks.length > 0) sentences.push(m.can.tasks)
  sentences.push(m.can.connect)
  if (workers.length > 0) sentences.push(m.can.workers(list(workers.map(([, word]) => word))))
  if (extras.storage_bytes !== null) sentences.push(m.can.keepFiles(bytes(extras.storage_bytes)))
  if (role === 'admin') sentences.push(m.can.run)
  return sentences
}

/** In the order in which they are offered. */
const LANGUAGES = Object.keys(OWN_NAMES) as Language[]

interface LanguageChoiceProps {
  /** Null for the one that the browser prefers. */
  chosen: string | null
}

/** The language of the pages, on all devices of the person; another one loads the page anew. */
function LanguageChoice({ chosen }: LanguageChoiceProps) {
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
            {OWN_NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
