import { duration, plural } from '../../ui/format.ts'
import { ForeignText, LongText } from '../shared/text.tsx'
import type { WorkerFacts } from './calls.ts'

const SOURCES = {
  shipped: 'shipped',
  own: 'yours',
  override: 'yours, in place of the shipped one',
} as const satisfies Record<WorkerFacts['profiles'][number]['source'], string>

/** The kinds of workers; those that cannot be used first, with the reason. */
export function Profiles({
  profiles,
  profile_faults: errors,
}: Pick<WorkerFacts, 'profiles' | 'profile_faults'>) {
  return (
    <section aria-labelledby="worker-profiles">
      <h2 class="section" id="worker-profiles">
        Profiles
      </h2>
      <ul class="rows">
        {errors.map(({ name, fault: error }) => (
          <li class="row" key={name}>
            <span class="dot bad" />
            <span class="grow">
              <ForeignText text={name} />
              <small class="bad-text">
                It cannot be used: <LongText text={error} />
              </small>
            </span>
          </li>
        ))}
        {profiles.map(({ name, description, source, steps, seconds, links_per_host: links }) => (
          <li class="row" key={name}>
            <span class="dot ok" />
            <span class="grow">
              <ForeignText text={name} />
              <small>
                <LongText text={description} />
              </small>
              <small>
                At most {plural(steps, 'step')} and {duration(seconds)}
                {typeof links === 'number' &&
                  `; with attached files ${plural(links, 'link')} of each site`}
              </small>
            </span>
            <span class="tag">{SOURCES[source]}</span>
          </li>
        ))}
      </ul>
      <p class="quiet small worker-hint">
        Who may use one is set with each key and each person. A folder with a PROFILE.md in the data
        folder, under worker-profiles, adds one of your own.
      </p>
    </section>
  )
}
