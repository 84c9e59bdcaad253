import { AnswerReader } from './answer-reader.ts'

/** How one streamed answer came. */
export interface Streamed {
  frames: number
  firstFrameMs: number
}

/** A POST that a client sends over and over. */
export interface StreamShot {
  /** Origin and path. */
  url: string
  key?: string | undefined
  body: string
  /** Frames that each answer must have. */
  frames: number
  /** What each frame has once; by default `data: `. */
  mark?: string | undefined
}

/** One keep-alive connection that asks for streams, one after the other. */
export class StreamClient implements Disposable {
  readonly #request: Buffer
  readonly #frames: number
  readonly #mark: string | undefined
  #reader = new AnswerReader()
  #waiting: PromiseWithResolvers<void> | undefined
  #socket: Bun.Socket | undefined
  #isClosed = false

  private constructor({ url, key, body, frames, mark }: StreamShot) {
    const { host, pathname } = new URL(url)
    const bytes = Buffer.byteLength(body)
    const authorization = key === undefined ? '' : `authorization: Bearer ${key}\r\n`
    this.#frames = frames
    this.#mark = mark
    this.#request = Buffer.from(
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${authorization}content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${body}`,
    )
  }

  static async connect(shot: StreamShot): Promise<StreamClient> {
    const client = new StreamClient(shot)
    const { hostname, port } = new URL(shot.url)
    const fail = () => {
      client.#isClosed = true
      client.#waiting?.reject(new Error(`${shot.url} closed the connection`))
    }
    client.#socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(_, bytes) {
          if (client.#reader.push(bytes)) client.#waiting?.resolve()
        },
        close: fail,
        error: fail,
      },
    })
    return client
  }

  /** @throws when the answer is not the expected one */
  async ask(): Promise<Streamed> {
    if (this.#isClosed) throw new Error('The connection is closed')
    const reader = new AnswerReader(this.#mark)
    const waiting = Promise.withResolvers<void>()
    this.#reader = reader
    this.#waiting = waiting
    const started = performance.now()
    this.#socket?.write(this.#request)
    await waiting.promise
    const { status, frames, firstFrameAt } = reader
    if (status !== 200 || firstFrameAt === undefined || frames !== this.#frames)
      throw new Error(`Expected 200 and ${this.#frames} frames: got ${status} and ${frames}`)
    return { frames, firstFrameMs: firstFrameAt - started }
  }

  [Symbol.dispose](): void {
    this.#waiting = undefined
    this.#socket?.end()
  }
}

/** Frames per second over some connections for some seconds. */
export async function streamRate(shots: readonly StreamShot[], seconds: number): Promise<number> {
  const clients = await Promise.all(shots.map((shot) => StreamClient.connect(shot)))
  const started = performance.now()
  const until = started + seconds * 1000
  const ask = async (client: StreamClient): Promise<number> => {
    let frames = 0
    while (performance.now() < until) frames += (await client.ask()).frames
    return frames
  }
  try {
    const counts = await Promise.all(clients.map(ask))
    const frames = counts.reduce((sum, count) => sum + count, 0)
    return (frames / (performance.now() - started)) * 1000
  } finally {
    for (const client of clients) client[Symbol.dispose]()
  }
}
