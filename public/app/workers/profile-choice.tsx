import { taskLabel } from '../jobs/job-words.ts'
import type { WorkerProfile } from './types.ts'

/** What the worker may use; one that is alone is not chosen, but told. */
export function ProfileChoice({
  profiles,
  chosen,
  onChoose,
}: {
  profiles: readonly WorkerProfile[]
  /** Name of a profile. */
  chosen: string
  onChoose: (name: string) => void
}) {
  return (
    <fieldset class="plain-set worker-profiles">
      <legend>Worker</legend>
      {profiles.map(({ name, description }) => (
        <label key={name} class="worker-profile">
          <input
            type="radio"
            name="profile"
            value={name}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span>
            {taskLabel(name)}
            <small dir="auto">{description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
