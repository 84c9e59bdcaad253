import { count, plural } from '../../ui/format.ts'
import type { Engine } from '../shared/account.ts'
import { Scroll } from '../shared/scroll.tsx'
import { ForeignText, visibleText } from '../shared/text.tsx'

/** So many are shown at once. */
const FEW_MODELS = 4

/** The models of an engine; open at once where there are few. */
export function ModelTable({ engine }: { engine: Engine }) {
  const { model_facts: models, capabilities } = engine
  if (capabilities === null) return null
  if (models.length === 0) return <p class="quiet small">It has no model: load one into it.</p>
  return (
    <details class="engine-models" open={models.length <= FEW_MODELS}>
      <summary>{plural(models.length, 'model')}</summary>
      <Scroll label={`Models of ${visibleText(engine.label)}`} class="">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col" class="number">
                Context
              </th>
              <th scope="col">Images</th>
              <th scope="col">Tools</th>
            </tr>
          </thead>
          <tbody>
            {models.map(({ id, context_length: context, images, tools, fault: error }) => (
              <tr key={id}>
                <th scope="row">
                  <ForeignText text={id} />
                  {error !== null && (
                    <small class="quiet">
                      {' '}
                      Cannot be loaded: <ForeignText text={error} />
                    </small>
                  )}
                </th>
                <td class="number">{context === null ? 'unknown' : count(context)}</td>
                <td>{text(images)}</td>
                <td>{text(tools)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}

/** @param fact Null where it is not known */
function text(fact: boolean | null): string {
  if (fact === null) return 'unknown'
  return fact ? 'yes' : 'no'
}
