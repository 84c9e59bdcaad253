import type { components } from '../../ui/api-types.ts'

export type ScrapedPage = components['schemas']['ScrapedPage']
export type Video = components['schemas']['Video']
export type VideoList = components['schemas']['VideoList']
export type ListedVideo = components['schemas']['ListedVideo']
/** What is said in a video, and where the words come from. */
export type SpokenText = components['schemas']['VideoTranscript']
