import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { boot, PRIMARY_USER_ID } from '../../ui/boot.ts'
import { bytes } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { LanguageChoice } from './language-choice.tsx'

type OwnAccount = components['schemas']['OwnAccount']
type AuthCheck = components['schemas']['AuthCheck']

/** Of the account that the Primary Key signs in to. */
const WORKERS = { research: 'do research', read_docs: 'read documents' } as const

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

function roleWord({ role }: OwnAccount): string {
  return role === 'admin' ? 'Admin' : 'Member'
}

function issuerText({ issuer }: OwnAccount): string {
  if (issuer === null)
    return boot.id === PRIMARY_USER_ID
      ? 'Signed in with the Primary Key of this service'
      : 'Joined by an invitation'
  return `Signed in with ${URL.canParse(issuer) ? new URL(issuer).host : issuer}`
}

/** What a person may do, a sentence each. */
function abilities({ role, extras }: OwnAccount, { capabilities }: AuthCheck): string[] {
  const profiles = new Set<string>(extras.worker_profiles)
  const workers = Object.entries(WORKERS).filter(([name]) => profiles.has(name))
  const sentences = []
  if (capabilities.generate) sentences.push('Chat with the models of this service')
  if (capabilities.agent_tasks.length > 0) sentences.push('Run tasks on texts')
  sentences.push('Connect code assistants and apps')
  if (workers.length > 0)
    sentences.push(`Have workers ${workers.map(([, word]) => word).join(' and ')}`)
  if (extras.storage_bytes !== null) sentences.push(`Keep ${bytes(extras.storage_bytes)} of files`)
  if (role === 'admin') sentences.push('Run this service: people, keys, engines and settings')
  return sentences
}
