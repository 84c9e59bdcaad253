// A model of whisper.cpp with weights by hand: whatever it is given, it says a fixed text. Each token
// has a dimension of its own, and the first layer of the decoder replaces it by the one that follows.
// All other weights are zero.
import { closeSync, openSync, writeSync } from 'node:fs'

const MAGIC = 0x67_67_6d_6c
const N_VOCAB = 51_865
const N_TEXT_TOKENS = 50_257
const N_STATE = 64
const N_HEAD = 1
const N_LAYER = 4
/** Whisper's own is 1500; what is heard makes no difference here. */
const N_AUDIO_CTX = 128
const N_TEXT_CTX = 448
const N_MELS = 80
const N_FFT = 201
const F32 = 0

const EOT = 50_257
const SOT = 50_258
const GERMAN = 50_261
const TRANSLATE = 50_358
const TRANSCRIBE = 50_359
const FIRST_TIME = 50_364
const STEP_SECONDS = 0.02

/** The first of the words of its own. The tokens before are single bytes, of which it wants a space. */
const FIRST_WORD = 256
/** Size of a token's own dimension, and of the step to the next. */
const STRENGTH = 20
const GAIN = 4
/** Where the activation of the hidden layer begins. */
const THRESHOLD = 2

/** What the model says of each 4 seconds: two segments, of 2 seconds each. */
const SAID = ['Weights made by hand', 'always say this text']
const TRANSLATED = ['They speak English', 'in a translation']

/** Writes the model, 13 MB. */
export function writeWhisperModel(path: string): void {
  const words = [...SAID, ...TRANSLATED].flatMap((text) => text.split(' '))
  const tokenOf = (word: string) => FIRST_WORD + words.indexOf(word)
  const timeAt = (seconds: number) => FIRST_TIME + Math.round(seconds / STEP_SECONDS)
  const chainOf = ([first = '', second = '']: readonly string[], shift: number) => [
    timeAt(shift),
    ...first.split(' ').map(tokenOf),
    timeAt(2 + shift),
    // Another time than the one before: a token has one follower.
    timeAt(2 + 2 * STEP_SECONDS + shift),
    ...second.split(' ').map(tokenOf),
    timeAt(4 + shift),
    // As if another segment began: the rest of the recording is then listened to anew.
    timeAt(4 + 2 * STEP_SECONDS + shift),
    EOT,
  ]
  const follows = new Map<number, number>([[SOT, GERMAN]])
  for (const chain of [
    [TRANSCRIBE, ...chainOf(SAID, 0)],
    [TRANSLATE, ...chainOf(TRANSLATED, STEP_SECONDS)],
  ])
    for (const [index, token] of chain.entries()) {
      const next = chain[index + 1]
      if (next !== undefined) follows.set(token, next)
    }
  const tokens = [...new Set([...follows].flat())]
  if (tokens.length > N_STATE) throw new Error('The model has too few dimensions for the text')
  const dimensionOf = new Map(tokens.map((token, index) => [token, index]))

  const file = openSync(path, 'w')
  try {
    const write = (bytes: Uint8Array) => void writeSync(file, bytes)
    const integers = (...values: number[]) => write(new Uint8Array(Int32Array.from(values).buffer))
    integers(MAGIC)
    integers(N_VOCAB, N_AUDIO_CTX, N_STATE, N_HEAD, N_LAYER)
    integers(N_TEXT_CTX, N_STATE, N_HEAD, N_LAYER, N_MELS, F32)
    integers(N_MELS, N_FFT)
    write(new Uint8Array(N_MELS * N_FFT * 4))
    integers(N_TEXT_TOKENS)
    for (let token = 0; token < N_TEXT_TOKENS; token += 1) {
      const word = words[token - FIRST_WORD]
      const text =
        token < FIRST_WORD
          ? Uint8Array.of(token)
          : Buffer.from(word === undefined ? `<${token}>` : ` ${word}`)
      integers(text.byteLength)
      write(text)
    }
    const tensor = (
      name: string,
      shape: readonly number[],
      fill?: (data: Float32Array) => void,
    ) => {
      const data = new Float32Array(shape.reduce((product, size) => product * size, 1))
      fill?.(data)
      integers(shape.length, name.length, F32, ...shape)
      write(Buffer.from(name, 'latin1'))
      write(new Uint8Array(data.buffer))
    }
    const ones = (data: Float32Array) => void data.fill(1)
    const norm = (name: string) => {
      tensor(`${name}.weight`, [N_STATE], ones)
      tensor(`${name}.bias`, [N_STATE])
    }
    const attention = (name: string) => {
      norm(`${name}_ln`)
      for (const part of ['query', 'key', 'value', 'out']) {
        tensor(`${name}.${part}.weight`, [N_STATE, N_STATE])
        if (part !== 'key') tensor(`${name}.${part}.bias`, [N_STATE])
      }
    }
    const perceptron = (
      name: string,
      inner?: (data: Float32Array) => void,
      outer?: (data: Float32Array) => void,
    ) => {
      norm(`${name}_ln`)
      tensor(`${name}.0.weight`, [N_STATE, 4 * N_STATE], inner)
      tensor(`${name}.0.bias`, [4 * N_STATE], inner && ((data) => void data.fill(-THRESHOLD)))
      tensor(`${name}.2.weight`, [4 * N_STATE, N_STATE], outer)
      tensor(`${name}.2.bias`, [N_STATE])
    }

    tensor('encoder.positional_embedding', [N_STATE, N_AUDIO_CTX])
    tensor('encoder.conv1.weight', [3, N_MELS, N_STATE])
    tensor('encoder.conv1.bias', [1, N_STATE])
    tensor('encoder.conv2.weight', [3, N_STATE, N_STATE])
    tensor('encoder.conv2.bias', [1, N_STATE])
    norm('encoder.ln_post')
    for (let layer = 0; layer < N_LAYER; layer += 1) {
      perceptron(`encoder.blocks.${layer}.mlp`)
      attention(`encoder.blocks.${layer}.attn`)
    }
    tensor('decoder.positional_embedding', [N_STATE, N_TEXT_CTX])
    tensor('decoder.token_embedding.weight', [N_STATE, N_VOCAB], (data) => {
      for (const [token, dimension] of dimensionOf) data[token * N_STATE + dimension] = STRENGTH
    })
    norm('decoder.ln')
    for (let layer = 0; layer < N_LAYER; layer += 1) {
      const name = `decoder.blocks.${layer}`
      if (layer > 0) perceptron(`${name}.mlp`)
      else
        perceptron(
          `${name}.mlp`,
          (data) => {
            for (const dimension of dimensionOf.values()) data[dimension * N_STATE + dimension] = 1
          },
          (data) => {
            for (const [token, next] of follows) {
              const [from, to] = [dimensionOf.get(token) ?? 0, dimensionOf.get(next) ?? 0]
              data[from * 4 * N_STATE + from] = -GAIN
              data[to * 4 * N_STATE + from] = GAIN
            }
          },
        )
      attention(`${name}.attn`)
      attention(`${name}.cross_attn`)
    }
  } finally {
    closeSync(file)
  }
}
