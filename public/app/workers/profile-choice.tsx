import { plural } from '../../ui/format.ts'
import { taskLabel } from '../jobs/job-label.ts'
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
      {profiles.map(({ name, description, links_per_host: links }) => (
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
            {typeof links === 'number' && (
              <small>
                With attached files it follows at most {plural(links, 'link')} of a site, as each
                choice tells the site something
              </small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
