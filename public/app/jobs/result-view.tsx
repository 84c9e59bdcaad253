import { useSignal } from '@preact/signals'
import { CopyButton } from '../../ui/copy.tsx'
import { IconButton } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { saveText } from '../../ui/save-text.ts'
import { ShowRest } from '../../ui/show-rest.tsx'
import { taskLabel } from './job-label.ts'
import { m } from './messages/en.ts'
import { cellText, copiedText, type Shape, savedFile, shapeOf } from './result-text.ts'

/** More rows than these are drawn when they are asked for. */
const FIRST_ROWS = 200

/** The result of a job, with ways to copy and save it. It may come from anybody. */
export function ResultView({
  value,
  name,
  title,
}: {
  value: unknown
  /** Of the file that it is saved as, without its extension. */
  name: string
  title?: string
}) {
  return (
    <>
      <div class="actions">
        {title !== undefined && <h2 class="section">{title}</h2>}
        <CopyButton text={() => copiedText(value)} label={m.copyResult} />
        <IconButton
          icon="download"
          label={m.saveResult}
          title={m.saveResult}
          onPress={() => {
            const { extension, type, text } = savedFile(value)
            saveText(`${name}.${extension}`, type, text)
          }}
        />
      </div>
      <div class="result">
        <Value value={value} />
      </div>
    </>
  )
}

function Value({ value }: { value: unknown }) {
  const shape = shapeOf(value)
  switch (shape.kind) {
    case 'empty':
      return <p class="quiet">{m.nothingFound}</p>
    case 'text':
      return <Markdown text={shape.text} />
    case 'list':
      return <List {...shape} />
    case 'table':
      return <Table {...shape} />
    case 'object':
      return (
        <dl class="pairs">
          {shape.entries.map(([name, part]) => (
            <div key={name}>
              <dt>{taskLabel(name)}</dt>
              <dd dir="auto">
                {isPlain(part) ? cellText(part) || m.nothing : <Value value={part} />}
              </dd>
            </div>
          ))}
        </dl>
      )
  }
}

function List({ items }: Shape & { kind: 'list' }) {
  const isWhole = useSignal(items.length <= FIRST_ROWS)
  const shown = isWhole.value ? items : items.slice(0, FIRST_ROWS)
  return (
    <>
      <ul class="bullets">
        {shown.map((item, index) => (
          <li key={index} dir="auto">
            {item}
          </li>
        ))}
      </ul>
      <ShowRest isWhole={isWhole}>{m.showRows(items.length)}</ShowRest>
    </>
  )
}

function Table({ columns, rows }: Shape & { kind: 'table' }) {
  const isWhole = useSignal(rows.length <= FIRST_ROWS)
  const shown = isWhole.value ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="scroll-x" tabIndex={0} aria-label={m.asTable}>
        <table class="table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {taskLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name} dir="auto">
                    {cellText(Reflect.get(row, name))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ShowRest isWhole={isWhole}>{m.showRows(rows.length)}</ShowRest>
    </>
  )
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
