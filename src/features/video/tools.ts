import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, requireSeen, runTask, type Tool } from '../../core/tools/tool.ts'
import { clockTime } from '../../platform/clock-time.ts'
import { VideoInput, VideoResult, type VideoTask } from './video-task.ts'

/** Of a description in a result. */
const MAX_DESCRIPTION_CHARACTERS = 5_000

/** Says what a site knows of a video. */
export function videoDetailsTool(runs: Runs, task: VideoTask): Tool {
  return defineTool({
    name: 'video_details',
    description:
      'Describes a video or sound of YouTube or another site: title, author, length, date, views, description, chapters, languages of its captions. video_transcript gives what is said in it.',
    parameters: Type.Object({
      url: { ...VideoInput.properties.url, description: 'Of the page of a video, or of a file' },
    }),
    result: VideoResult,
    capability: 'media',
    effects: 'reads',
    task,
    label: ({ url }) => `Look up a video of ${URL.parse(url)?.hostname ?? url}`,
    text: videoText,
    run: async ({ url }, context) => ({
      result: await runTask(runs, task, { url: requireSeen(url, context) }, context),
    }),
  })
}

function videoText(video: VideoResult): string {
  const { title, author, durationSeconds, publishedAt, views, liveStatus, language } = video
  const facts: [string, unknown][] = [
    ['Title', title],
    ['Address', video.url],
    ['Author', author?.name],
    ['Channel', video.channel?.name],
    ['Length', durationSeconds === undefined ? undefined : clockTime(durationSeconds)],
    ['Published', publishedAt],
    ['Views', views],
    ['Live', liveStatus],
    ['Language', language],
    ['Captions', video.captions.map((one) => `${one.language} (${one.kind})`).join(', ')],
  ]
  const chapters = video.chapters.map((one) => `${clockTime(one.start)} ${one.title}`)
  const description = video.description?.slice(0, MAX_DESCRIPTION_CHARACTERS).toWellFormed()
  return [
    ...facts.flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`${name}: ${value}`],
    ),
    ...(chapters.length === 0 ? [] : ['Chapters:', ...chapters]),
    ...(description === undefined ? [] : ['', description]),
  ].join('\n')
}
