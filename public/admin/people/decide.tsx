import { m as texts } from '../../ui/messages/en.ts'
import { attempt, toast } from '../../ui/toast.tsx'
import { attention } from '../attention.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { m } from './messages/en.ts'
import { changePerson, nameOf, type Person, type PersonChange } from './person.ts'

/** Approves somebody who waits, or turns them away, which can be taken back at once. */
export function DecideButtons({
  person,
  changed,
}: {
  person: Person
  /** Called with the person as they are after it. */
  changed: (person: Person) => Promise<void> | void
}) {
  const name = nameOf(person)
  const change = async (body: PersonChange) => {
    await changed(await changePerson(person.id, body))
    await attention.reload()
  }
  const turnAway = async () => {
    await change({ status: 'suspended' })
    toast(texts.sentence(m.isTurnedAway(name)), {
      label: m.undo,
      run: () => void attempt(() => change({ status: 'active' })),
    })
  }
  return (
    <>
      <ActionButton label={m.turnAway} about={name} work={turnAway} done={undefined} />
      <ActionButton
        label={m.approve}
        about={name}
        isPrimary
        work={() => change({ role: 'user' })}
        done={m.isApproved(name)}
      />
    </>
  )
}
