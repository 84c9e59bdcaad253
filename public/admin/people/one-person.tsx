import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { type Resource, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { Budget } from '../shared/budget.tsx'
import { ForeignText } from '../shared/text.tsx'
import { Devices, Sessions } from './access.tsx'
import { Extras } from './extras.tsx'
import { changePerson, nameOf, type Person, type PersonChange, stateOf } from './person.ts'
import { SignInLink } from './sign-in-link.tsx'

/** One person: what they may do, and what changes it. */
export function OnePerson({ id }: { id: string }) {
  const person = useResource(
    (signal) => read(api.GET('/admin/users/{id}', { signal, params: { path: { id } } })),
    [id],
  )
  const loaded = person.value.value
  const title = loaded.state === 'ready' ? nameOf(loaded.data) : 'Person'
  return (
    <PageLayout title={title} side={<a href="/admin/people">All people</a>}>
      <Show of={person}>
        {(data) => (
          <>
            <h2 class="section">Account</h2>
            <div class="card">
              <Facts person={data} />
            </div>
            <h2 class="section">What you can do</h2>
            <Choices person={data} of={person} />
            {data.status === 'active' && data.role !== 'pending' && (
              <Extended key={`${data.status} ${data.role}`} person={data} of={person} />
            )}
          </>
        )}
      </Show>
    </PageLayout>
  )
}

/** Of a person who may use the service. */
function Extended({ person, of: resource }: { person: Person; of: Resource<Person> }) {
  return (
    <>
      <h2 class="section">Extras</h2>
      <Extras person={person} onChange={(changed) => resource.change(() => changed)} />
      <Budget owner={`user:${person.id}`} />
      <h2 class="section">Signed in</h2>
      <Sessions id={person.id} />
      {person.role !== 'admin' && <SignInLink person={person} />}
      <h2 class="section">Devices</h2>
      <Devices id={person.id} />
    </>
  )
}

function Facts({ person }: { person: Person }) {
  const { text, tone } = stateOf(person)
  return (
    <dl class="fact-list">
      <dt>State</dt>
      <dd>
        <span class={`tag ${tone}`}>{text}</span>
      </dd>
      <dt>Name</dt>
      <dd>
        <ForeignText text={person.name || 'Not told'} />
      </dd>
      <dt>E-mail</dt>
      <dd>
        <ForeignText text={person.email ?? 'Not verified by the identity provider'} />
      </dd>
      <dt>Signs in at</dt>
      <dd>
        <ForeignText
          text={person.issuer === 'local' ? 'No provider: joined by an invitation' : person.issuer}
        />
      </dd>
      <dt>First sign-in</dt>
      <dd>{fullTime(person.created_at)}</dd>
      <dt>Last sign-in</dt>
      <dd>{fullTime(person.last_sign_in_at)}</dd>
    </dl>
  )
}

interface Choice {
  label: string
  hint: string
  change: PersonChange
  isDanger?: boolean
  /** Asked before; without it, the change is made at once. */
  question?: string
  /** Takes it back, for a while after it. */
  undo?: PersonChange
  done: string
}

/** What can be done about a person as they are. */
function choicesFor(person: Person): Choice[] {
  const name = nameOf(person)
  const { role, status } = person
  if (status === 'deleted')
    return [
      {
        label: 'Take back',
        hint: 'The person may sign in again with the role from before; what was deleted is gone.',
        change: { status: 'active' },
        done: `${name} may sign in again`,
      },
    ]
  const remove: Choice = {
    label: 'Delete',
    hint: 'Deletes what is theirs for good, and refuses the person from now on.',
    change: { status: 'deleted' },
    isDanger: true,
    question: `All conversations, jobs with their results, files and uploads of ${name} are deleted for good; nobody can bring them back. ${name} is signed out everywhere, all devices are disconnected, and what is queued or running is cancelled. The next sign-in is refused. You can let the person in again later, with nothing of this. Usage and the audit keep the name.`,
    done: `${name} was deleted`,
  }
  if (status === 'suspended')
    return [
      {
        label: role === 'pending' ? 'Let wait again' : 'End the suspension',
        hint:
          role === 'pending' ? 'Then you can approve the person.' : 'The person may sign in again.',
        change: { status: 'active' },
        done: role === 'pending' ? `${name} waits again` : `${name} may sign in again`,
      },
      remove,
    ]
  const refuse: Choice =
    role === 'pending'
      ? {
          label: 'Turn away',
          hint: 'Nothing can be used until you let the person wait again.',
          change: { status: 'suspended' },
          undo: { status: 'active' },
          done: `${name} is turned away`,
        }
      : {
          label: 'Suspend',
          hint: 'Nothing can be used until you end it.',
          change: { status: 'suspended' },
          question: `${name} is signed out everywhere, all devices are disconnected, and what is queued or running is cancelled. You can end this at any time.`,
          done: `${name} is suspended`,
        }
  return [...roleChoices(person, name), refuse, remove]
}

function roleChoices({ role }: Person, name: string): Choice[] {
  if (role === 'pending')
    return [
      {
        label: 'Approve',
        hint: 'The person may use the service, without signing in again.',
        change: { role: 'user' },
        done: `${name} is approved`,
      },
    ]
  if (role === 'admin')
    return [
      {
        label: 'Make user',
        hint: 'Takes the admin pages away; the person signs in again.',
        change: { role: 'user' },
        question: `${name} can no longer open the admin pages, and signs in again.`,
        done: `${name} is a user now`,
      },
    ]
  return [
    {
      label: 'Make admin',
      hint: 'Full admin rights, including over you. They must sign in again.',
      change: { role: 'admin' },
      question: `${name} can do everything on these pages: approve and delete people, make keys, download the whole data. The person signs in again to get there.`,
      done: `${name} is an admin now`,
    },
  ]
}

function Choices({ person, of: resource }: { person: Person; of: Resource<Person> }) {
  const asked = useSignal<Choice | undefined>(undefined)
  const create = (change: PersonChange) =>
    attempt(async () => {
      const changed = await changePerson(person.id, change)
      resource.change(() => changed)
      void attention.reload()
    })
  const choose = async ({ change, undo, done }: Choice) => {
    if (!(await create(change))) return
    toast(`${done}.`, undo && { label: 'Undo', run: () => void create(undo) })
  }
  const { value: open } = asked
  return (
    <>
      <ul class="rows">
        {choicesFor(person).map((choice) => (
          <li class="row" key={choice.label}>
            <span class="grow">
              {choice.label}
              <small>{choice.hint}</small>
            </span>
            <button
              type="button"
              class={choice.isDanger === true ? 'button danger' : 'button'}
              aria-haspopup={choice.question === undefined ? undefined : 'dialog'}
              onClick={() => {
                if (choice.question === undefined) void choose(choice)
                else asked.value = choice
              }}
            >
              {choice.label}
            </button>
          </li>
        ))}
      </ul>
      {open?.question !== undefined && (
        <Confirm
          title={`${open.label}: ${nameOf(person)}?`}
          text={open.question}
          action={open.label}
          onConfirm={() => void choose(open)}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </>
  )
}
