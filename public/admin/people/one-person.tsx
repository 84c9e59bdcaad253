import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { m as texts } from '../../ui/messages/en.ts'
import { type Resource, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { Budget } from '../shared/budget.tsx'
import { ForeignText } from '../shared/text.tsx'
import { Devices, Sessions } from './access.tsx'
import { Extras } from './extras.tsx'
import { m } from './messages/en.ts'
import { changePerson, nameOf, type Person, type PersonChange, stateOf } from './person.ts'
import { SignInLink } from './sign-in-link.tsx'

/** One person: what they may do, and what changes it. */
export function OnePerson({ id }: { id: string }) {
  const person = useResource(
    (signal) => read(api.GET('/admin/users/{id}', { signal, params: { path: { id } } })),
    [id],
  )
  const loaded = person.value.value
  const title = loaded.state === 'ready' ? nameOf(loaded.data) : m.person
  return (
    <PageLayout title={title} side={<a href="/admin/people">{m.allPeople}</a>}>
      <Show of={person}>
        {(data) => (
          <>
            <h2 class="section">{m.account}</h2>
            <div class="card">
              <Facts person={data} />
            </div>
            <h2 class="section">{m.whatYouCanDo}</h2>
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
      <h2 class="section">{m.extras}</h2>
      <Extras person={person} onChange={(changed) => resource.change(() => changed)} />
      <Budget owner={`user:${person.id}`} />
      <h2 class="section">{m.signedInTitle}</h2>
      <Sessions id={person.id} />
      {person.role !== 'admin' && <SignInLink person={person} />}
      <h2 class="section">{m.devices}</h2>
      <Devices id={person.id} />
    </>
  )
}

function Facts({ person }: { person: Person }) {
  const { text, tone } = stateOf(person)
  return (
    <dl class="fact-list">
      <dt>{m.facts.state}</dt>
      <dd>
        <span class={`tag ${tone}`}>{text}</span>
      </dd>
      <dt>{m.facts.name}</dt>
      <dd>
        <ForeignText text={person.name || m.facts.notTold} />
      </dd>
      <dt>{m.facts.email}</dt>
      <dd>
        <ForeignText text={person.email ?? m.facts.notVerified} />
      </dd>
      <dt>{m.facts.signsInAt}</dt>
      <dd>
        <ForeignText text={person.issuer === 'local' ? m.facts.local : person.issuer} />
      </dd>
      <dt>{m.facts.first}</dt>
      <dd>{fullTime(person.created_at)}</dd>
      <dt>{m.facts.last}</dt>
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
        label: m.takeBack,
        hint: m.takeBackHint,
        change: { status: 'active' },
        done: m.maySignIn(name),
      },
    ]
  const remove: Choice = {
    label: m.delete,
    hint: m.deleteHint,
    change: { status: 'deleted' },
    isDanger: true,
    question: m.deleteAsk(name),
    done: m.wasDeleted(name),
  }
  if (status === 'suspended')
    return [
      {
        label: role === 'pending' ? m.letWait : m.endSuspension,
        hint: role === 'pending' ? m.thenApprove : m.maySignInHint,
        change: { status: 'active' },
        done: role === 'pending' ? m.waitsAgain(name) : m.maySignIn(name),
      },
      remove,
    ]
  const refuse: Choice =
    role === 'pending'
      ? {
          label: m.turnAway,
          hint: m.turnAwayHint,
          change: { status: 'suspended' },
          undo: { status: 'active' },
          done: m.isTurnedAway(name),
        }
      : {
          label: m.suspend,
          hint: m.suspendHint,
          change: { status: 'suspended' },
          question: m.suspendAsk(name),
          done: m.isSuspended(name),
        }
  return [...roleChoices(person, name), refuse, remove]
}

function roleChoices({ role }: Person, name: string): Choice[] {
  if (role === 'pending')
    return [
      {
        label: m.approve,
        hint: m.approveHint,
        change: { role: 'user' },
        done: m.isApproved(name),
      },
    ]
  if (role === 'admin')
    return [
      {
        label: m.makeUser,
        hint: m.makeUserHint,
        change: { role: 'user' },
        question: m.makeUserAsk(name),
        done: m.isUser(name),
      },
    ]
  return [
    {
      label: m.makeAdmin,
      hint: m.makeAdminHint,
      change: { role: 'admin' },
      question: m.makeAdminAsk(name),
      done: m.isAdmin(name),
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
    toast(texts.sentence(done), undo && { label: m.undo, run: () => void create(undo) })
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
          title={m.askThis(open.label, nameOf(person))}
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
