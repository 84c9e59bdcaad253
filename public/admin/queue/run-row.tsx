import { api, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { duration } from '../../ui/format.ts'
import { ordinal } from '../../ui/locale.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ForeignText, visibleText } from '../shared/text.tsx'

export type Run = components['schemas']['QueueItem']
export type QueueState = components['schemas']['Queue']

const KINDS: Readonly<Record<string, string>> = {
  chat: 'Chat of an app',
  code: 'Command line',
  generate: 'Generate',
  agent: 'Agent task',
  conversation: 'Chat',
  probe: 'Check of an account',
  web_scrape: 'Reading a web page',
  perfect_srt: 'Tidying subtitles',
  translate: 'Translation',
  speech: 'Speech',
  tts: 'Speech',
  transcribe: 'Transcription',
  video_transcript: 'Transcript of a video',
  youtube_to_srt: 'Subtitles of a video',
  worker: 'Worker',
  video_details: 'Details of a video',
  video_list: 'List of videos',
  'data-export': 'Archive of a person’s data',
  'conversation-import': 'Import of conversations',
}

/** What has a line of its own, by the name of its lane. */
const LANES: Readonly<Record<string, string>> = {
  heavy: 'Engines, one after another',
  web: 'Reading web pages',
  subtitles: 'Tidying subtitles',
  'speech-reader': 'Reading texts to speak',
  media: 'Converting sound',
  'media-downloads': 'Downloads of sound',
  'transcription-waits': 'Waiting for the same recording',
  worker: 'Workers',
  video: 'Asking video sites',
  attachments: 'Reading attached files',
  'chat-tools': 'Tools of chats',
  'data-export': 'Archives of people’s data',
  'conversation-import': 'Imports of conversations',
}
const ENGINE_LANE = 'engine:'

/** What a lane is for, in words. */
export function laneText(lane: string): string {
  if (lane.startsWith(ENGINE_LANE)) return `Engine ${lane.slice(ENGINE_LANE.length)}`
  return LANES[lane] ?? lane
}

/** What a run is, for people. */
function kindText(kind: string): string {
  const known = KINDS[kind]
  if (known !== undefined) return known
  const spaced = kind.replaceAll(/[_-]+/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** One run that runs or waits: what, whose, how far, and for how long. */
export function RunRow({
  run,
  changed,
}: {
  run: Run
  /** Called after it was cancelled. */
  changed: () => Promise<void>
}) {
  const isRunning = run.position === null
  return (
    <li class="row" data-run={run.id}>
      <span class={isRunning ? 'dot ok' : 'dot'} />
      <span class="grow">
        {kindText(run.kind)}, <ForeignText text={run.actor} />
        <small>
          {run.engine !== null && (
            <>
              <ForeignText
                text={run.model === null ? run.engine : `${run.model} on ${run.engine}`}
              />
              {', '}
            </>
          )}
          {stateLabel(run)}
        </small>
      </span>
      <span class="actions beside">
        <span class="number quiet">{timeText(run)}</span>
        <CancelButton run={run} changed={changed} />
      </span>
    </li>
  )
}

function CancelButton({ run, changed }: { run: Run; changed: () => Promise<void> }) {
  const kind = kindText(run.kind)
  const cancel = async () => {
    await send(api.POST('/admin/queue/{id}/cancel', { params: { path: { id: run.id } } }))
    await changed()
  }
  const what =
    run.position === null
      ? 'It is stopped, and what it has made is lost.'
      : 'It is taken out of the line.'
  return (
    <ActionButton
      label="Cancel"
      about={`${kind}, ${run.actor}`}
      work={cancel}
      done={`${kind} of ${run.actor} is cancelled`}
      confirm={{
        title: `Cancel the request of ${visibleText(run.actor)}?`,
        text: `${kind} of ${run.actor}. ${what} Whoever waits for the answer is told.`,
        action: 'Cancel the request',
        keep: 'Go on',
      }}
    />
  )
}

function stateLabel({ position, progress, age_seconds: age, running_seconds: ran }: Run): string {
  if (position !== null)
    return position === 1 ? 'Next in line' : `Waiting, ${ordinal(position)} in line`
  const waited = ran === null ? 0 : age - ran
  const text = progress === null ? 'running' : progressLabel(progress)
  return waited >= 1 ? `${text}, waited ${duration(waited)}` : text
}

function progressLabel({
  done,
  total,
  unit,
  note,
  seconds_left: left,
}: NonNullable<Run['progress']>) {
  const amount = total === null ? '' : `${done} of ${total} ${unit} done`
  const rest = left === null ? '' : `about ${duration(left)} left`
  return [note ?? '', amount, rest].filter(Boolean).join(', ') || 'running'
}

function timeText({ position, expected_wait_seconds: wait, ...run }: Run): string {
  if (position === null) return duration(run.running_seconds ?? run.age_seconds)
  const age = `waits ${duration(run.age_seconds)}`
  return wait === null ? age : `${age}, starts in about ${duration(wait)}`
}
