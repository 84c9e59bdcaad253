/** Answers of YouTube's own interface, in the shapes that it sends. */

export const CHANNEL = 'UCaaaaaaaaaaaaaaaaaaaaaa'
const AUTHOR = 'A Channel'

/** A value within objects of one field each, by the names of the fields. */
function within(path: string, value: unknown): object {
  return path.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), Object(value))
}

function thumbnail(id: string) {
  return {
    thumbnails: [
      { url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120, height: 90 },
      { url: `//i.ytimg.com/vi/${id}/hqdefault.jpg`, width: 480, height: 360 },
    ],
  }
}

function runs(text: string, browseId?: string) {
  const endpoint = browseId === undefined ? {} : { navigationEndpoint: browse(browseId) }
  return { runs: [{ text, ...endpoint }] }
}

function browse(browseId: string, url = `/channel/${browseId}`, params?: string) {
  const metadata = { url, webPageType: 'WEB_PAGE_TYPE_CHANNEL', apiUrl: '/youtubei/v1/browse' }
  return {
    commandMetadata: { webCommandMetadata: metadata },
    browseEndpoint: { browseId, ...(params !== undefined && { params }) },
  }
}

export function playability(status: string, reason?: string) {
  return { playabilityStatus: { status, ...(reason !== undefined && { reason }) } }
}

/** @param more Of `videoDetails` */
export function player(id: string, captionTracks: readonly object[], more: object = {}) {
  return {
    ...playability('OK'),
    videoDetails: {
      videoId: id,
      title: `Video ${id}`,
      lengthSeconds: '212',
      channelId: CHANNEL,
      shortDescription: 'First line\nSecond line',
      thumbnail: thumbnail(id),
      viewCount: '1234567',
      author: AUTHOR,
      isLiveContent: false,
      ...more,
    },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
    // Parts that nobody asks for, of which one is not as the library expects it.
    playbackTracking: {},
    streamingData: { expiresInSeconds: '21540', formats: [], adaptiveFormats: [] },
  }
}

export function captionTrack(baseUrl: string, languageCode: string, name: string, kind?: 'asr') {
  return {
    ...{ baseUrl, name: runs(name), vssId: `.${languageCode}`, languageCode },
    ...(kind !== undefined && { kind }),
    isTranslatable: true,
  }
}

/** @param chapters Titles by their starts in milliseconds */
export function next(date: string, chapters: readonly (readonly [number, string])[]) {
  const marks = chapters.map(([timeRangeStartMillis, title]) => ({
    chapterRenderer: { title: { simpleText: title }, timeRangeStartMillis },
  }))
  const markersMap = [
    { key: 'HEATSEEKER', value: {} },
    { key: 'DESCRIPTION_CHAPTERS', value: { chapters: marks } },
  ]
  const contents = [
    { shoppingTimelyShelfViewModel: { unknown: [{ toTheLibrary: true }] } },
    { videoPrimaryInfoRenderer: { title: runs('Title'), dateText: { simpleText: date } } },
  ]
  const player = 'playerOverlayRenderer.decoratedPlayerBarRenderer.decoratedPlayerBarRenderer'
  return {
    contents: {
      twoColumnWatchNextResults: {
        results: { results: { contents } },
        secondaryResults: { secondaryResults: { results: [] } },
      },
    },
    playerOverlays: within(`${player}.playerBar.multiMarkersPlayerBarRenderer`, { markersMap }),
  }
}

/** A video of a channel's list. */
export function lockup(id: string, badge: string, facts: readonly string[]) {
  const badges = [{ thumbnailBadgeViewModel: { text: badge, badgeStyle: 'DEFAULT' } }]
  const parts = facts.map((content) => ({ text: { content } }))
  const image = { sources: thumbnail(id).thumbnails }
  const overlays = [{ thumbnailBottomOverlayViewModel: { badges } }]
  const metadata = {
    title: { content: `Video ${id}` },
    ...within('metadata.contentMetadataViewModel', { metadataRows: [{ metadataParts: parts }] }),
  }
  return {
    lockupViewModel: {
      contentImage: { thumbnailViewModel: { image, overlays } },
      metadata: { lockupMetadataViewModel: metadata },
      ...{ contentId: id, contentType: 'LOCKUP_CONTENT_TYPE_VIDEO', rendererContext: {} },
    },
  }
}

export function short(id: string) {
  const primaryText = { content: `Short ${id}` }
  return within('shortsLockupViewModel', {
    entityId: `shorts-shelf-item-${id}`,
    thumbnail: { sources: thumbnail(id).thumbnails },
    onTap: within('innertubeCommand.reelWatchEndpoint', { videoId: id }),
    overlayMetadata: { primaryText, secondaryText: { content: '1.2K views' } },
  })
}

export function playlistVideo(id: string) {
  const label = `Video ${id} by ${AUTHOR}`
  return within('playlistVideoRenderer', {
    videoId: id,
    title: { ...runs(`Video ${id}`), ...within('accessibility.accessibilityData', { label }) },
    index: { simpleText: '1' },
    shortBylineText: runs(AUTHOR, CHANNEL),
    thumbnail: thumbnail(id),
    ...{ lengthText: { simpleText: '1:02:03' }, lengthSeconds: '3723', isPlayable: true },
    videoInfo: { runs: [{ text: '2,345 views' }, { text: ' • ' }, { text: '3 years ago' }] },
    navigationEndpoint: { watchEndpoint: { videoId: id } },
  })
}

function continuation(token: string) {
  const continuationCommand = { token, request: 'CONTINUATION_REQUEST_TYPE_BROWSE' }
  const commandMetadata = { webCommandMetadata: { apiUrl: '/youtubei/v1/browse' } }
  return within('continuationItemRenderer', {
    trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN',
    continuationEndpoint: { commandMetadata, continuationCommand },
  })
}

/** Items and, if there are more, where they continue. */
function items(found: readonly object[], token: string | undefined) {
  return token === undefined ? found : [...found, continuation(token)]
}

export function continuationPage(found: readonly object[], token: string | undefined) {
  const continuationItems = items(found, token)
  return { onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems } }] }
}

/** Entries of a grid, as channels have them. */
export function gridItems(found: readonly object[]) {
  return found.map((content) => ({ richItemRenderer: { content } }))
}

/** @param content Of the tab that is shown */
export function channel(shown: 'featured' | 'videos', found: readonly object[], token?: string) {
  const content = within('content.richGridRenderer', { contents: items(found, token) })
  const tabs = (['featured', 'videos', 'shorts'] as const).map((name) => ({
    tabRenderer: {
      endpoint: browse(CHANNEL, `/@handle/${name}`, name),
      title: name,
      selected: name === shown,
      ...(name === shown && content),
    },
  }))
  return {
    metadata: {
      channelMetadataRenderer: {
        ...{ title: AUTHOR, description: 'About it', externalId: CHANNEL },
        avatar: thumbnail('avatar'),
        channelUrl: `https://www.youtube.com/channel/${CHANNEL}`,
        vanityChannelUrl: 'http://www.youtube.com/@handle',
      },
    },
    header: { pageHeaderRenderer: { pageTitle: AUTHOR, content: {} } },
    contents: { twoColumnBrowseResultsRenderer: { tabs } },
  }
}

export function playlist(total: number, found: readonly object[], token?: string) {
  const list = { playlistVideoListRenderer: { contents: items(found, token), playlistId: 'PL' } }
  const sections = [{ itemSectionRenderer: { contents: [list] } }]
  const content = within('content.sectionListRenderer', { contents: sections })
  const stats = [{ runs: [{ text: total.toLocaleString('en') }, { text: ' videos' }] }]
  const picture = within('thumbnailRenderer.playlistVideoThumbnailRenderer', {
    thumbnail: thumbnail('list'),
  })
  const owner = within('videoOwner.videoOwnerRenderer', { title: runs(AUTHOR, CHANNEL) })
  return {
    metadata: { playlistMetadataRenderer: { title: 'A list', description: 'About it' } },
    contents: within('twoColumnBrowseResultsRenderer', {
      tabs: [{ tabRenderer: { selected: true, ...content } }],
    }),
    sidebar: within('playlistSidebarRenderer', {
      items: [
        { playlistSidebarPrimaryInfoRenderer: { stats, ...picture } },
        { playlistSidebarSecondaryInfoRenderer: owner },
      ],
    }),
  }
}

export function alert(text: string) {
  return { alerts: [{ alertRenderer: { type: 'ERROR', text: { simpleText: text } } }] }
}

export function resolved(target: { browseId: string } | { videoId: string }) {
  return { endpoint: 'browseId' in target ? browse(target.browseId) : { watchEndpoint: target } }
}
