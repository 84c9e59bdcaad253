import { pick, pickList } from './pick.ts'

/** Lanes and admission classes of models and of what a test adds. */
const OF_MODELS = new Set(['heavy', 'attachments', 'model'])

/**
 * The lanes without those of other rooms (speech, transcription, subtitles, pages), as long as nothing
 * is in them.
 */
export function modelLanes(page: unknown): unknown[] {
  return pickList(page, 'lanes').filter((lane) => {
    const name = String(pick(lane, 'name'))
    const isIdle = pick(lane, 'running') === 0 && pick(lane, 'waiting') === 0
    return OF_MODELS.has(name) || name.startsWith('engine:') || !isIdle
  })
}

/** GET /admin/queue without the lanes and admission classes of other rooms in which nothing is. */
export function modelQueue(page: unknown): unknown {
  const admission = Object.entries(Object(pick(page, 'admission'))).filter(
    ([name, state]) => OF_MODELS.has(name) || pick(state, 'admitted') !== 0,
  )
  return Object.assign({}, page, {
    lanes: modelLanes(page),
    admission: Object.fromEntries(admission),
  })
}
