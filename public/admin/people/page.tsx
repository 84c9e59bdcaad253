import { api, read } from '../../ui/api.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { usePolling } from '../../ui/resource.ts'
import { Empty } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { ShowLive } from '../parts/live.tsx'
import { ForeignText } from '../parts/text.tsx'
import { MoreButton, type Pages, usePages } from '../parts/use-pages.tsx'
import { OnePerson } from './one-person.tsx'
import {
  changePerson,
  isWaiting,
  nameOf,
  PAGE_ITEMS,
  type Person,
  type PersonChange,
  stateOf,
} from './person.ts'

const REFRESH_MS = 10_000

/** Who may use the service, and who waits for it. */
export function Page({ params }: PageProps) {
  return params['id'] === undefined ? (
    <People />
  ) : (
    <OnePerson key={params['id']} id={params['id']} />
  )
}

function People() {
  const people = usePages<Person>((cursor, signal) => {
    const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
    return read(api.GET('/admin/users', { params: { query }, signal }))
  })
  usePolling(() => {
    // Loaded again, a long list would lose its other pages.
    const now = people.live.value.peek()
    if (now === undefined || now.items.length <= PAGE_ITEMS) void people.live.refresh()
  }, REFRESH_MS)
  return (
    <PageLayout title="People">
      <ShowLive of={people.live}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="me" title="Nobody has signed in yet">
              People appear here after their first sign-in, and wait until you approve them.
            </Empty>
          ) : (
            <>
              <Waiting people={people} items={items.filter(isWaiting)} />
              <Everyone items={items.filter((person) => !isWaiting(person))} />
              <MoreButton of={people} />
            </>
          )
        }
      </ShowLive>
    </PageLayout>
  )
}

function Waiting({ people, items }: { people: Pages<Person>; items: readonly Person[] }) {
  if (items.length === 0) return null
  const change = (person: Person, body: PersonChange) =>
    attempt(async () => {
      people.replace(await changePerson(person.id, body))
      void attention.reload()
    })
  const approve = async (person: Person) => {
    if (await change(person, { role: 'user' })) toast(`${nameOf(person)} may use Hearth now`)
  }
  const turnAway = async (person: Person) => {
    if (!(await change(person, { status: 'suspended' }))) return
    toast(`${nameOf(person)} was turned away`, {
      label: 'Undo',
      run: () => void change(person, { status: 'active' }),
    })
  }
  return (
    <section>
      <h2 class="section">Waiting for you</h2>
      <ul class="rows">
        {items.map((person) => (
          <li class="row" key={person.id}>
            <Icon name="me" />
            <span class="grow">
              <ForeignText text={nameOf(person)} />
              <small>
                {person.name !== null && person.email !== null && (
                  <>
                    <ForeignText text={person.name} />,{' '}
                  </>
                )}
                signed in {relativeTime(person.last_sign_in_at)}
              </small>
            </span>
            <span class="actions">
              <button
                type="button"
                class="button"
                aria-label={`Turn away ${nameOf(person)}`}
                onClick={() => void turnAway(person)}
              >
                Turn away
              </button>
              <button
                type="button"
                class="button primary"
                aria-label={`Approve ${nameOf(person)}`}
                onClick={() => void approve(person)}
              >
                Approve
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Everyone({ items }: { items: readonly Person[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 class="section">Everyone</h2>
      <ul class="rows">
        {items.map((person) => {
          const { text, tone } = stateOf(person)
          return (
            <li key={person.id}>
              <a class="row row-link" href={`/admin/people/${person.id}`}>
                <Icon name="me" />
                <span class="grow">
                  <ForeignText text={nameOf(person)} />
                  <small title={fullTime(person.last_sign_in_at)}>
                    Last signed in {relativeTime(person.last_sign_in_at)}
                  </small>
                </span>
                <span class={`tag ${tone}`}>{text}</span>
                <Icon name="right" />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
