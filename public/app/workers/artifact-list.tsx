import { useSignal } from '@preact/signals'
import { bytes } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { visible } from '../../ui/markdown/visible-text.ts'
import { ArtifactDialog } from './artifact-dialog.tsx'
import { type ArtifactView, typeText, viewOf } from './artifact-kinds.ts'
import type { WorkerArtifact } from './types.ts'

const ICONS = {
  picture: 'image',
  markdown: 'document',
  text: 'document',
} as const satisfies Record<ArtifactView, IconName>

/** The files that a job has made, to be looked at here or downloaded. */
export function ArtifactList({ artifacts }: { artifacts: readonly WorkerArtifact[] }) {
  const shown = useSignal<{ artifact: WorkerArtifact; view: ArtifactView } | undefined>(undefined)
  return (
    <>
      <ul class="rows" aria-label="Files">
        {artifacts.map((artifact) => {
          const { name, bytes: size, media_type: type, url } = artifact
          const view = viewOf(type)
          return (
            <li key={name} class="row">
              <Icon name={view === undefined ? 'file' : ICONS[view]} />
              <span class="grow">
                <bdi class="worker-file">{visible(name)}</bdi>
                <small>
                  {typeText(type)}, {bytes(size)}
                </small>
              </span>
              <span class="actions beside">
                {view !== undefined && (
                  <button
                    type="button"
                    class="button"
                    aria-label={`View ${visible(name)}`}
                    onClick={() => {
                      shown.value = { artifact, view }
                    }}
                  >
                    View
                  </button>
                )}
                <a
                  class="button plain icon"
                  href={url}
                  download={name}
                  aria-label={`Download ${visible(name)}`}
                  title="Download"
                >
                  <Icon name="download" />
                </a>
              </span>
            </li>
          )
        })}
      </ul>
      {shown.value !== undefined && (
        <ArtifactDialog
          {...shown.value}
          onClose={() => {
            shown.value = undefined
          }}
        />
      )}
    </>
  )
}
