import type { ComponentChildren } from 'preact'
import type { components } from '../api-types.ts'
import { clockTime } from '../audio/clock-time.ts'
import { duration, fullTime, visible } from '../format.ts'
import { Icon, type IconName } from '../icon.tsx'
import './step-list.css'
import { m } from './messages/en.ts'

type WorkerStep = components['schemas']['AdminWorkerStep']

/** Shorter ones are not worth a word. */
const WORTH_TELLING_MS = 2_000

/** What a worker has done, in its order; new steps are read aloud. */
export function StepList<step extends WorkerStep>({
  steps,
  startedAt,
  more,
}: {
  steps: readonly step[]
  /** ISO 8601 */
  startedAt: string | null
  /** What is shown below a step. Steps count from 1. */
  more?: (step: step, number: number) => ComponentChildren
}) {
  return (
    <div role="log" aria-label={m.steps}>
      <ol class="worker-steps">
        {steps.map((step, index) => (
          <Step key={index} step={step} startedAt={startedAt}>
            {more?.(step, index + 1)}
          </Step>
        ))}
      </ol>
    </div>
  )
}

interface StepProps {
  step: WorkerStep
  startedAt: string | null
  children: ComponentChildren
}

function Step({ step, startedAt, children }: StepProps) {
  const { at, tool, text, ms, ok } = step
  const { icon, text: label } = toolLabel(tool)
  const what = withoutTool(text, tool)
  const seconds = startedAt === null ? 0 : (Date.parse(at) - Date.parse(startedAt)) / 1000
  return (
    <li class={ok ? 'worker-step' : 'worker-step bad'}>
      <time dateTime={at} title={fullTime(at)} class="number">
        {clockTime(Math.max(0, seconds))}
      </time>
      <Icon name={icon} />
      <span>
        {label}
        {!ok && <strong class="worker-failed"> {m.failed}</strong>}
        {ms >= WORTH_TELLING_MS && <small> {duration(ms / 1000)}</small>}
        {what !== '' && <bdi class="worker-step-text">{visible(what)}</bdi>}
        {children}
      </span>
    </li>
  )
}

/** The name of the tool starts the line, and is said in words. */
function withoutTool(text: string, tool: string): string {
  return text.startsWith(tool) ? text.slice(tool.length).replace(/^[:\s]+/, '') : text
}

const TOOLS: Readonly<Record<string, { icon: IconName; text: string }>> = {
  list_files: { icon: 'files', text: m.tools.list_files },
  read_file: { icon: 'document', text: m.tools.read_file },
  search_files: { icon: 'search', text: m.tools.search_files },
  run: { icon: 'worker', text: m.tools.run },
  write_artifact: { icon: 'edit', text: m.tools.write_artifact },
  fetch_page: { icon: 'link', text: m.tools.fetch_page },
  web_search: { icon: 'search', text: m.tools.web_search },
  wait_for_engine: { icon: 'clock', text: m.tools.wait_for_engine },
  finish: { icon: 'check', text: m.tools.finish },
}

/** What a tool does, as its person calls it. */
function toolLabel(tool: string): { icon: IconName; text: string } {
  return TOOLS[tool] ?? { icon: 'worker', text: tool.replaceAll('_', ' ') }
}
