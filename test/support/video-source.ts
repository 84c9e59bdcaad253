import type { VideoDetails, VideoListing, VideoSource } from '../../src/media/contract-video.ts'

/** What the double of a video site says of a video. */
export function videoDetails(over: Partial<VideoDetails> = {}): VideoDetails {
  return {
    id: 'v1',
    url: 'https://videos.test/watch/1',
    site: 'videos',
    title: 'A talk',
    description: 'About talks.',
    author: { name: 'Ann', id: 'ann', url: 'https://videos.test/@ann' },
    channel: { name: 'Talks' },
    durationSeconds: 61.5,
    publishedAt: '2026-03-01',
    views: 1234,
    thumbnails: [{ url: 'https://videos.test/1.jpg', width: 640, height: 360 }],
    chapters: [{ title: 'Start', start: 0, end: 61.5 }],
    captions: [{ language: 'en', name: 'English', kind: 'native' }],
    language: 'en',
    liveStatus: 'not_live',
    ...over,
  }
}

/** What it says of a list. */
export function videoListing(over: Partial<VideoListing> = {}): VideoListing {
  return {
    id: 'l1',
    url: 'https://videos.test/@ann',
    site: 'videos',
    title: 'Talks',
    thumbnails: [],
    entries: [],
    ...over,
  }
}

/** A reader of every site in this process. */
export function videoSource(over: Partial<VideoSource> = {}): VideoSource {
  return {
    name: 'double',
    isInstalled: () => true,
    canRead: () => true,
    details: async () => videoDetails(),
    list: async () => videoListing(),
    captions: async () => ({ details: videoDetails() }),
    audio: async () => ({}),
    ...over,
  }
}
