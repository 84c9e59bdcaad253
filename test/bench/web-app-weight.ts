import { buildWebApp } from '../../src/features/web-app/build.ts'
import { CHAT_SCRIPT_KIB, FURTHER_SCRIPT_KIB, KIB, pageWeights } from '../support/page-weight.ts'
import type { Row } from './report.ts'

/**
 * The first load of open-webui, uncompressed. Its documentation of ENABLE_COMPRESSION_MIDDLEWARE says
 * "multi-MB" (https://github.com/open-webui/docs/pull/1324), and of its issue 17476 about the first
 * load single steps take off 3.5 MB and 1.4 MB. Taken here: the least that the words allow.
 */
const OPEN_WEBUI_KIB = 2_000
const OF_OPEN_WEBUI = 0.1

/** What the pages weigh; needs no browser. */
export async function webAppWeight(): Promise<Row[]> {
  const build = await buildWebApp()
  const [chat, ...others] = pageWeights(build)
  const heaviest = others.toSorted((a, b) => b.furtherBytes - a.furtherBytes)[0]
  if (chat === undefined || heaviest === undefined) throw new Error('The build has no pages')
  const { script, style, theme, pages } = build.files.app
  const files = [script, style, theme, ...(pages.get('chat') ?? [])].map((path) =>
    build.assets.get(path.replace(/^.*\//, '')),
  )
  const whole = files.reduce((bytes, file) => bytes + (file?.bytes.length ?? Number.NaN), 0)
  const styleBytes = build.assets.get(style.replace(/^.*\//, ''))?.gzip.length ?? Number.NaN
  return [
    {
      measure: 'web app: script of the chat page, gzip',
      value: chat.scriptBytes / KIB,
      unit: 'KiB',
      target: { below: CHAT_SCRIPT_KIB },
      detail: `style ${(styleBytes / KIB).toFixed(1)} KiB`,
    },
    {
      measure: 'web app: further script of the heaviest other page, gzip',
      value: heaviest.furtherBytes / KIB,
      unit: 'KiB',
      target: { below: FURTHER_SCRIPT_KIB },
      detail: others
        .map(({ page, furtherBytes }) => `${page} ${(furtherBytes / KIB).toFixed(1)}`)
        .join(', '),
    },
    {
      measure: 'web app: chat page / open-webui, uncompressed',
      value: whole / KIB / OPEN_WEBUI_KIB,
      unit: 'x',
      target: { below: OF_OPEN_WEBUI },
      detail: `script and style ${(whole / KIB).toFixed(0)} KiB, open-webui at least ${OPEN_WEBUI_KIB} KiB`,
    },
  ]
}
