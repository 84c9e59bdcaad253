import type { Build } from '../../src/features/web-app/build.ts'

export const KIB = 1024
/** Script of the chat page's first load in any language, compressed with gzip. */
export const CHAT_SCRIPT_KIB = 62
/** What any other page loads beyond that. */
export const FURTHER_SCRIPT_KIB = 30

/** What the browser loads for a page, compressed with gzip. */
export interface PageWeight {
  application: string
  /** Folder of the page. */
  page: string
  /** Script of its first load, in bytes. */
  scriptBytes: number
  /** Of these, what the start page of the workspace does not load. */
  furtherBytes: number
}

/** The script that each page loads before it is drawn, the chat page first. */
export function pageWeights({ assets, files }: Build): PageWeight[] {
  const sum = (paths: Iterable<string>) =>
    [...paths].reduce((bytes, path) => bytes + sizeOf(path), 0)
  const sizeOf = (path: string) => {
    const asset = assets.get(path.replace(/^.*\//, ''))
    if (asset === undefined) throw new Error(`The build has no ${path}`)
    return asset.gzip.length
  }
  const loads = Object.entries(files).flatMap(([application, { script, theme, pages }]) =>
    [...pages].map(([page, preload]) => ({
      application,
      page,
      paths: new Set([theme, script, ...preload]),
    })),
  )
  const chat = loads.find(({ application, page }) => application === 'app' && page === 'chat')
  if (chat === undefined) throw new Error('The build has no chat page')
  return [chat, ...loads.filter((one) => one !== chat)].map(({ application, page, paths }) => ({
    application,
    page,
    scriptBytes: sum(paths),
    furtherBytes: sum(paths.difference(chat.paths)),
  }))
}
