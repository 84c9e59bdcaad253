import { api, read } from '../../ui/api.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { type Resource, usePolling, useResource } from '../../ui/resource.ts'
import { path, query } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ChoiceField, oneOf, SearchField } from '../shared/search-field.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, type Pages, usePages } from '../shared/use-pages.tsx'
import { DecideButtons } from './decide.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { m } from './messages/en.ts'
import { OnePerson } from './one-person.tsx'
import { nameOf, PAGE_ITEMS, type Person, stateOf } from './person.ts'
import './page.css'

const REFRESH_MS = 10_000
const DAY_MS = 86_400_000
const USAGE_DAYS = 30
/** Nobody has this path. */
const INVITE_PATH = '/admin/invite'

/** What the list of those who do not wait is limited to; the first is all of them. */
const STATES = {
  '': { label: m.states.all, filter: {} },
  user: { label: m.states.user, filter: { role: 'user', status: 'active' } },
  admin: { label: m.states.admin, filter: { role: 'admin', status: 'active' } },
  suspended: { label: m.states.suspended, filter: { status: 'suspended' } },
  deleted: { label: m.states.deleted, filter: { status: 'deleted' } },
} as const
type State = keyof typeof STATES

/** Who may use the service, and who waits for it. */
export function Page({ params }: PageProps) {
  if (path.value === INVITE_PATH) return <Invite />
  return params['id'] === undefined ? (
    <People />
  ) : (
    <OnePerson key={params['id']} id={params['id']} />
  )
}

function People() {
  const q = query.value.get('q') ?? ''
  const state = oneOf(Object.keys(STATES) as State[], query.value.get('state')) ?? ''
  const isFiltered = q !== '' || state !== ''
  const waiting = usePeople({ q, waiting: 'true' })
  const others = usePeople({ q, waiting: 'false', ...STATES[state].filter })
  // Shown together, so that nothing moves when the second arrives.
  const missing = [others, waiting].find(({ live }) => live.value.value === undefined)
  const waits = state === '' && hasItems(waiting)
  const hasOthers = hasItems(others)
  const calls = useResource(loadCalls)
  const reload = async () => {
    await Promise.all([waiting.live.reload(), others.live.reload()])
  }
  const invite = (
    <a class="button primary" href={INVITE_PATH}>
      <Icon name="plus" /> {m.invite}
    </a>
  )
  return (
    <PageLayout title={m.title} side={invite}>
      <search class="filters">
        <SearchField label={m.nameOrEmail} placeholder={m.anybody} />
        <ChoiceField name="state" label={m.role} choices={labelsOf(STATES)} />
      </search>
      {missing !== undefined ? (
        <ShowLive of={missing.live}>{() => null}</ShowLive>
      ) : (
        <ShowLive of={others.live}>
          {() => (
            <>
              {waits && <Waiting people={waiting} changed={reload} />}
              {hasOthers && <Everyone people={others} calls={calls} />}
              {!waits && !hasOthers && <Nobody isFiltered={isFiltered} />}
              {!isFiltered && <Invitations />}
            </>
          )}
        </ShowLive>
      )}
    </PageLayout>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="search" title={m.nobodyFound}>
        <a href="/admin/people">{m.showEverybody}</a>
      </Empty>
    )
  return (
    <Empty icon="me" title={m.nobodyYet}>
      {m.nobodyYetText}
    </Empty>
  )
}

function hasItems({ live }: Pages<Person>): boolean {
  return (live.value.value?.items.length ?? 0) > 0
}

type Filter = Omit<NonNullable<Parameters<typeof loadPeople>[0]>, 'limit' | 'cursor'>

function loadPeople(
  query: {
    limit: number
    cursor?: string
    q?: string
    waiting: 'true' | 'false'
    role?: Person['role']
    status?: Person['status']
  },
  signal: AbortSignal,
) {
  return read(api.GET('/admin/users', { params: { query }, signal }))
}

function usePeople({ q, ...filter }: Filter): Pages<Person> {
  const people = usePages<Person>(
    (cursor, signal) => {
      const text = q === undefined || q === '' ? {} : { q }
      const after = cursor === undefined ? {} : { cursor }
      return loadPeople({ limit: PAGE_ITEMS, ...filter, ...text, ...after }, signal)
    },
    [q, JSON.stringify(filter)],
  )
  usePolling(() => {
    // Loaded again, a long list would lose its other pages.
    const now = people.live.value.peek()
    if (now === undefined || now.items.length <= PAGE_ITEMS) void people.live.refresh()
  }, REFRESH_MS)
  return people
}

function labelsOf(states: Readonly<Record<string, { label: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(states).map(([name, { label }]) => [name, label]))
}

function Waiting({ people, changed }: { people: Pages<Person>; changed: () => Promise<void> }) {
  const page = people.live.value.value
  return (
    <section aria-labelledby="waiting">
      <h2 class="section" id="waiting">
        {m.waitForYou(page?.total ?? 0)}
      </h2>
      <ul class="rows">
        {page?.items.map((person) => (
          <li class="row" key={person.id}>
            <Initials name={person.name || nameOf(person)} />
            <a class="grow quiet-link" href={`/admin/people/${person.id}`}>
              <ForeignText text={nameOf(person)} />
              <small>
                {person.name !== null && person.email !== null && (
                  <>
                    <ForeignText text={person.name} />,{' '}
                  </>
                )}
                {m.signedIn(relativeTime(person.last_sign_in_at))}
              </small>
            </a>
            <span class="actions">
              <DecideButtons person={person} changed={changed} />
            </span>
          </li>
        ))}
      </ul>
      <MoreButton of={people} />
    </section>
  )
}

/** Model calls of each owner in these days, for a glance; the page Usage has all of it. */
async function loadCalls(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const from = new Date(Date.now() - USAGE_DAYS * DAY_MS).toISOString().slice(0, 10)
  const params = { query: { from, group_by: 'owner_id' } }
  const { items } = await read(api.GET('/admin/usage', { params, signal }))
  return new Map(items.map((line) => [line.owner_id ?? '', line.model_calls]))
}

type Calls = Resource<ReadonlyMap<string, number>>

function callsText({ value: { value: calls } }: Calls, id: string): string {
  if (calls.state !== 'ready') return ''
  return m.answersIn(calls.data.get(`user:${id}`) ?? 0, USAGE_DAYS)
}

function Everyone({ people, calls }: { people: Pages<Person>; calls: Calls }) {
  const page = people.live.value.value
  return (
    <section aria-labelledby="everyone">
      <h2 class="section" id="everyone">
        {m.people(page?.total ?? 0)}
      </h2>
      <ul class="rows">
        {page?.items.map((person) => {
          const { text, tone } = stateOf(person)
          return (
            <li key={person.id}>
              <a class="row row-link person" href={`/admin/people/${person.id}`}>
                <Initials name={person.name || nameOf(person)} />
                <span class="grow">
                  <ForeignText text={nameOf(person)} />
                  <small title={fullTime(person.last_seen_at)}>
                    {m.lastSeen(relativeTime(person.last_seen_at))}
                  </small>
                </span>
                <span class="small quiet number">{callsText(calls, person.id)}</span>
                <span class={`tag ${tone}`}>{text}</span>
                <Icon name="right" />
              </a>
            </li>
          )
        })}
      </ul>
      <MoreButton of={people} />
    </section>
  )
}

/** The first letters of a name, in place of a picture. */
function Initials({ name }: { name: string }) {
  const words = name.replace(/@.*$/, '').match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return (
    <span class="initials" aria-hidden="true">
      {ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')}
    </span>
  )
}
