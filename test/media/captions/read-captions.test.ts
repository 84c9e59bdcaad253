import { expect, test } from 'bun:test'
import { readCaptionCues, readCaptions } from '../../../src/media/captions/read-captions.ts'
import { rollUp, speech, textOf, ttml as ttmlOf } from '../../support/caption-files.ts'

function textsOf(text: string): string[] {
  return (readCaptions(text) ?? []).map((segment) => segment.text)
}

function timesOf(text: string): [number, number][] {
  return (readCaptions(text) ?? []).map(({ start, end }) => [start, end])
}

function ttml(body: string, parameters = ''): string {
  return `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="x" xmlns:tts="y" ${parameters}>${body}</tt>`
}

test('readCaptions keeps the times of words and the marks of sounds', () => {
  const vtt = `WEBVTT
Kind: captions

00:00:00.320 --> 00:00:03.790 align:start position:0%
 
[Music]

00:00:03.790 --> 00:00:03.800 align:start position:0%
 
 

00:00:03.800 --> 00:00:06.790 align:start position:0%
 
we're<00:00:04.039><c> no</c><00:00:04.359><c> strangers</c>
`
  expect(readCaptions(vtt)).toEqual([
    {
      ...{ start: 0.32, end: 3.79, text: '[Music]' },
      words: [{ word: '[Music]', start: 0.32, end: 3.79 }],
    },
    {
      ...{ start: 3.8, end: 5.259, text: "we're no strangers" },
      words: [
        { word: "we're", start: 3.8, end: 4.039 },
        { word: 'no', start: 4.039, end: 4.339 },
        // How long the last word lasts is estimated, as the line stays longer.
        { word: 'strangers', start: 4.359, end: 5.259 },
      ],
    },
  ])
})

test('readCaptions joins lines to sentences and ends them at pauses and speakers', () => {
  const json3 = JSON.stringify({
    events: [
      { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 },
      {
        tStartMs: 1000,
        dDurationMs: 1500,
        segs: [{ utf8: 'All right, so here we are,\nin front' }],
      },
      { tStartMs: 2500, dDurationMs: 1500, segs: [{ utf8: 'of the' }, { utf8: ' elephants.' }] },
      { tStartMs: 4100, dDurationMs: 2000, segs: [{ utf8: 'They have' }] },
      { tStartMs: 8000, dDurationMs: 1000, segs: [{ utf8: 'long trunks' }] },
      { tStartMs: 9000, dDurationMs: 1000, segs: [{ utf8: '>> Really?' }] },
      { tStartMs: 'x', segs: [{ utf8: 'lost' }] },
      { tStartMs: 10_000, segs: [{ utf8: '(applause)' }] },
    ],
  })
  expect(readCaptions(json3)).toEqual([
    { start: 1, end: 4, text: 'All right, so here we are, in front of the elephants.' },
    { start: 4.1, end: 6.1, text: 'They have' },
    { start: 8, end: 9, text: 'long trunks' },
    { start: 9, end: 10, text: '>> Really?' },
    { start: 10, end: 17, text: '(applause)' },
  ])
})

test('readCaptions goes on with a line to which json3 appends', () => {
  const json3 = JSON.stringify({
    events: [
      { tStartMs: 0, dDurationMs: 5000, wWinId: 1, segs: [{ utf8: 'Hello' }] },
      { tStartMs: 500, dDurationMs: 5000, wWinId: 1, aAppend: 1, segs: [{ utf8: ' big' }] },
      { tStartMs: 900, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 1000, dDurationMs: 900, wWinId: 1, aAppend: 1, segs: [{ utf8: 'world' }] },
    ],
  })
  const [segment] = readCaptions(json3) ?? []
  expect(segment?.text).toBe('Hello big world')
  expect(segment?.words?.map(({ start }) => start)).toEqual([0, 0.5, 1])
})

test('readCaptions reads no markup as text', () => {
  const vtt = `WEBVTT

STYLE
::cue(b) { color: red }

REGION
id:fred

NOTE said by nobody

1
00:01.000 --> 00:03.000 region:fred align:left
<v.loud Ann>AT&amp;T &lt;3</v> <i.big>&eacute;t&#233;</i> {\\an8}<ruby>漢<rt>かん</rt></ruby>

1
00:05.000 --> 00:06.000
1
`
  expect(textsOf(vtt)).toEqual(['AT&T <3 été 漢', '1'])
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">a < b</font> {\\an8}c<br>d\n'
  expect(textsOf(srt)).toEqual(['a < b c d'])
})

test('readCaptions puts the segments of a stream on one time line', () => {
  const segment = (ticks: number, cue: string) =>
    `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000\n\n${cue}\n\n`
  const one = segment(900_000, '00:00:01.000 --> 00:00:02.000\none.')
  const two = segment(900_000 + 6 * 90_000, '00:00:01.000 --> 00:00:02.000\ntwo.')
  expect(timesOf(one + two)).toEqual([
    [1, 2],
    [7, 8],
  ])
  expect(timesOf(`${one.trim()}\n${two}`)).toEqual([
    [1, 2],
    [7, 8],
  ])
  const end = 2 ** 33 - 90_000
  const before = segment(end, '00:00:01.000 --> 00:00:02.000\none.')
  const after = segment(5 * 90_000, '00:00:01.000 --> 00:00:02.000\ntwo.')
  expect(timesOf(before + after)).toEqual([
    [1, 2],
    [7, 8],
  ])
})

test('readCaptions reads the times of TTML in all of their forms', () => {
  const times: [string, string, number][] = [
    ['00:00:02.5', '', 2.5],
    ['00:00:02:12', 'ttp:frameRate="24"', 2.5],
    ['00:00:02:23', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', 2.959],
    ['00:00:02:12.1', 'ttp:frameRate="24" ttp:subFrameRate="2"', 2.521],
    ['2.5s', '', 2.5],
    ['2500ms', '', 2.5],
    ['0.1m', '', 6],
    ['75f', '', 2.5],
    ['25000000t', 'ttp:tickRate="10000000"', 2.5],
    ['50t', 'ttp:frameRate="25"', 2],
    ['01:02:03', '', 3723],
    [
      '00:10:00;00',
      'ttp:timeBase="smpte" ttp:dropMode="dropNTSC" ttp:frameRateMultiplier="1000 1001"',
      599.999,
    ],
    ['00:01:40:00', 'ttp:timeBase="smpte" ttp:frameRateMultiplier="1000 1001"', 100.1],
  ]
  for (const [begin, parameters, start] of times) {
    const file = ttml(`<body><div><p begin="${begin}" dur="1s">said</p></div></body>`, parameters)
    expect([begin, readCaptions(file)?.[0]?.start]).toEqual([begin, start])
  }
})

test('readCaptions adds up the times of TTML elements that are within one another', () => {
  const nested = ttml(`<head><metadata><ttm:title>no</ttm:title></metadata></head>
    <body begin="10s"><div begin="1s" end="20s">
      <p begin="00:00:02" dur="99s"><span begin="1s" dur="2s">one</span><br/><span begin="8s">two &amp;</span></p>
    </div><div timeContainer="seq" begin="30s"><p dur="2s">three.</p><p begin="1s" dur="2s">four.</p></div>
    <div><p>always.</p></div></body>`)
  expect(readCaptions(nested)?.map(({ start, end, text }) => [text, start, end])).toEqual([
    ['always.', 10, 14],
    ['one', 14, 16],
    ['two &', 21, 30],
    ['three.', 40, 42],
    ['four.', 43, 45],
  ])
  expect(readCaptions(ttml('<body><p>never</p></body>'))).toEqual([])
})

test('readCaptions counts from the start of a programme, and expands no entity', () => {
  const file = ttml(
    `<head><metadata><ebuttm:documentStartOfProgramme>10:00:00:00</ebuttm:documentStartOfProgramme></metadata></head>
     <body><p begin="10:00:01:00" end="10:00:02:00">&bomb; said</p></body>`,
    'ttp:timeBase="smpte" ttp:frameRate="25"',
  )
  const bomb = `<!DOCTYPE tt [<!ENTITY bomb "${'x'.repeat(1000)}">]>${file}`
  expect(readCaptions(bomb)).toEqual([{ start: 1, end: 2, text: '&bomb; said' }])
})

test('readCaptions joins scripts without blanks without them', () => {
  const json3 = JSON.stringify({
    events: [
      {
        ...{ tStartMs: 0, dDurationMs: 3000, wWinId: 1 },
        segs: [{ utf8: '今日' }, { utf8: 'は', tOffsetMs: 300 }, { utf8: '晴れ', tOffsetMs: 500 }],
      },
      { tStartMs: 1500, dDurationMs: 3000, wWinId: 1, segs: [{ utf8: 'です' }] },
    ],
  })
  const [segment] = readCaptions(json3) ?? []
  expect(segment?.text).toBe('今日は晴れです')
  expect(segment?.words?.map(({ word }) => word)).toEqual(['今日', 'は', '晴れ', 'です'])
})

test('readCaptions finds nothing in what is no captions', () => {
  const others = ['', ' ', 'WEBVTT', '{}', '{"events":[]}', '{"events":[{"segs":3}]}', '[]', 'null']
  const pages = [
    '<!DOCTYPE html><html><body>Sorry</body></html>',
    '<tt></tt>',
    '<?xml version="1.0"?>',
    'no times',
  ]
  for (const text of [...others, ...pages]) expect([text, readCaptions(text)]).toEqual([text, []])
})

test('readCaptionCues gives the cues of people as they are, and none of captions that scroll', () => {
  const json3 = JSON.stringify({
    events: [
      { tStartMs: 1000, dDurationMs: 4000, segs: [{ utf8: '- Who is there?\n- I am' }] },
      { tStartMs: 3000, dDurationMs: 1000, segs: [{ utf8: '(a door)' }] },
    ],
  })
  expect(readCaptionCues(json3)).toEqual([
    { start: 1, end: 5, text: '- Who is there?\n- I am' },
    { start: 3, end: 4, text: '(a door)' },
  ])
  const copied = 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:01.000 --> 00:02.000\na\n'
  expect(readCaptionCues(copied)).toEqual([{ start: 1, end: 2, text: 'a' }])
  const lines = speech(9)
  expect(readCaptionCues(rollUp(lines, 2))).toEqual([])
  expect(readCaptionCues('no captions')).toEqual([])
  expect(readCaptionCues(ttmlOf(lines, 'clock'))?.map(({ text }) => text)).toEqual(
    lines.map(textOf),
  )
})
