import { ApiError } from '../../ui/api.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { bytes, visible } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { m } from './messages/en.ts'

/** Of a text, drawn at once; the file itself may be larger. */
const MAX_SHOWN_BYTES = 512 * 1024

interface FileTextProps {
  name: string
  url: string
  /** Bytes of the whole file. */
  size: number
  isMarkdown?: boolean
}

/** The text of a file of a job, of which the start is shown where it is long. */
export function FileText({ name, url, size, isMarkdown = false }: FileTextProps) {
  const text = useResource(
    async (signal) =>
      new TextDecoder().decode((await loadFile(url, signal)).slice(0, MAX_SHOWN_BYTES)),
    [url],
  )
  return (
    <Show of={text}>
      {(content) => (
        <>
          {size > MAX_SHOWN_BYTES && (
            <p class="notice">{m.firstOf(bytes(MAX_SHOWN_BYTES), bytes(size))}</p>
          )}
          <div class="actions">
            <CopyButton text={() => content} label={m.copyOne(visible(name))} />
          </div>
          {isMarkdown ? (
            <Markdown text={content} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            <pre class="snippet" tabIndex={0}>
              {visible(content)}
            </pre>
          )}
        </>
      )}
    </Show>
  )
}

/** Loads a file of a job. @throws {ApiError} */
export async function loadFile(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new ApiError(0, 'offline', ui.cannotReach)
  })
  if (response.ok) return response.arrayBuffer()
  if (response.status === 404) throw new ApiError(404, 'not_found', m.fileDeleted)
  throw new ApiError(response.status, 'unknown', ui.answered(response.status))
}
