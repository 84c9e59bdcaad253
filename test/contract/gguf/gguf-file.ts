// A GGUF file with weights by hand: it answers any chat with a fixed text. Each token has a dimension
// of its own, and the last matrix replaces it by the one that follows. All other weights are zero.
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
import { writeFileSync } from 'node:fs'

const VERSION = 3
const ALIGNMENT = 32
const F32 = 0

const TYPES = { u32: 4, f32: 6, bool: 7, string: 8, array: 9, i32: 5 }
const NORMAL = 1
const CONTROL = 3
const UNKNOWN = 2
const BYTE = 6

/** `<unk>`, `<s>` and `</s>`; then each byte. */
const SPECIAL = ['<unk>', '<s>', '</s>']
const [UNK, BOS, EOS] = [0, 1, 2]
/** A call of the function `look`, in the form of the template. */
const CALL = '<tool_call>\n{"name": "look", "arguments": {"a": "b"}}\n</tool_call>'
const TOKENS = [...SPECIAL, ...Array.from({ length: 256 }, (_, byte) => byteName(byte)), CALL]
const CALL_TOKEN = TOKENS.length - 1
/** At least one for each token, and a multiple of what the format of a row takes. */
const WIDTH = 288
const HIDDEN = 32
const HEADS = 2
/** What a matrix of weights multiplies the step to the next token by. */
const GAIN = 4
const TRAINED_TOKENS = 4_096

/** ChatML with calls of functions. */
const TEMPLATE = `{%- if tools %}<|im_start|>system
<tools>{% for tool in tools %}{{ tool | tojson }}
{% endfor %}</tools><|im_end|>
{% endif %}{%- for message in messages %}<|im_start|>{{ message.role }}
{% if message.content %}{{ message.content }}{% endif %}{% for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}`

type Value =
  | { u32: number }
  | { f32: number }
  | { bool: boolean }
  | { string: string }
  | { strings: readonly string[] }
  | { floats: readonly number[] }
  | { integers: readonly number[] }

/**
 * Writes the model, 2 MB.
 *
 * @param says Its answer. No letter may stand in it twice, as each has one follower
 * @param options.isEndless Whether it begins again behind the last letter
 * @param options.calls Whether it answers with a call of the function `look` instead
 * @param options.contextTokens What it says of its context
 * @param options.pooling How the vectors of its tokens become one: 1 by their mean, 4 as a score
 */
export function writeGguf(
  path: string,
  says: string,
  {
    isEndless = false,
    calls = false,
    contextTokens = TRAINED_TOKENS,
    pooling,
  }: { isEndless?: boolean; calls?: boolean; contextTokens?: number; pooling?: number } = {},
): void {
  const letters = calls
    ? [CALL_TOKEN]
    : [...Buffer.from(says, 'latin1')].map((byte) => byte + SPECIAL.length)
  if (new Set(letters).size < letters.length) throw new Error('A letter stands in it twice')
  // The template of the chat ends with a line feed before the answer.
  const chain = [10 + SPECIAL.length, ...letters, isEndless ? (letters[0] ?? EOS) : EOS]
  const follower = new Map(chain.slice(0, -1).map((token, at) => [token, chain[at + 1] ?? EOS]))
  const square = () => new Float32Array(WIDTH * WIDTH)
  const ones = () => new Float32Array(WIDTH).fill(1)
  const embedding = new Float32Array(WIDTH * TOKENS.length)
  const output = new Float32Array(WIDTH * TOKENS.length)
  for (const token of TOKENS.keys()) {
    embedding[token * WIDTH + token] = 1
    output[(follower.get(token) ?? EOS) * WIDTH + token] = GAIN
  }
  const tensors: [string, number[], Float32Array][] = [
    ['token_embd.weight', [WIDTH, TOKENS.length], embedding],
    ['output_norm.weight', [WIDTH], ones()],
    ['output.weight', [WIDTH, TOKENS.length], output],
    ['blk.0.attn_norm.weight', [WIDTH], ones()],
    ...['q', 'k', 'v', 'output'].map((name): [string, number[], Float32Array] => [
      `blk.0.attn_${name}.weight`,
      [WIDTH, WIDTH],
      square(),
    ]),
    ['blk.0.ffn_norm.weight', [WIDTH], ones()],
    ['blk.0.ffn_gate.weight', [WIDTH, HIDDEN], new Float32Array(WIDTH * HIDDEN)],
    ['blk.0.ffn_up.weight', [WIDTH, HIDDEN], new Float32Array(WIDTH * HIDDEN)],
    ['blk.0.ffn_down.weight', [HIDDEN, WIDTH], new Float32Array(WIDTH * HIDDEN)],
  ]
  const facts = metadata(contextTokens, pooling)
  const infos: Buffer[] = []
  const data: Buffer[] = []
  let offset = 0
  for (const [name, shape, weights] of tensors) {
    const bytes = padded(Buffer.from(weights.buffer))
    infos.push(text(name), u32(shape.length), ...shape.map(u64), u32(F32), u64(offset))
    data.push(bytes)
    offset += bytes.length
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(VERSION),
    u64(tensors.length),
    u64(facts.length),
    ...facts,
    ...infos,
  ])
  writeFileSync(path, Buffer.concat([padded(head), ...data]))
}

function metadata(contextTokens: number, pooling: number | undefined): Buffer[] {
  const facts: Record<string, Value> = {
    'general.architecture': { string: 'llama' },
    'llama.context_length': { u32: contextTokens },
    ...(pooling === undefined ? {} : { 'llama.pooling_type': { u32: pooling } }),
    'llama.embedding_length': { u32: WIDTH },
    'llama.block_count': { u32: 1 },
    'llama.feed_forward_length': { u32: HIDDEN },
    'llama.attention.head_count': { u32: HEADS },
    'llama.attention.head_count_kv': { u32: HEADS },
    'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
    'llama.rope.dimension_count': { u32: WIDTH / HEADS },
    'tokenizer.ggml.model': { string: 'llama' },
    'tokenizer.ggml.tokens': { strings: TOKENS },
    'tokenizer.ggml.scores': { floats: TOKENS.map(() => 0) },
    'tokenizer.ggml.token_type': {
      integers: TOKENS.map((_, token) =>
        token === UNK
          ? UNKNOWN
          : token === CALL_TOKEN
            ? NORMAL
            : token < SPECIAL.length
              ? CONTROL
              : BYTE,
      ),
    },
    'tokenizer.ggml.bos_token_id': { u32: BOS },
    'tokenizer.ggml.eos_token_id': { u32: EOS },
    'tokenizer.ggml.unknown_token_id': { u32: UNK },
    // Else a chat begins with a space, which the grammar of a schema does not take.
    'tokenizer.ggml.add_space_prefix': { bool: false },
    'tokenizer.chat_template': { string: TEMPLATE },
  }
  return Object.entries(facts).map(([name, value]) => Buffer.concat([text(name), encoded(value)]))
}

function encoded(value: Value): Buffer {
  if ('u32' in value) return Buffer.concat([u32(TYPES.u32), u32(value.u32)])
  if ('f32' in value) return Buffer.concat([u32(TYPES.f32), f32(value.f32)])
  if ('bool' in value) return Buffer.concat([u32(TYPES.bool), Buffer.from([Number(value.bool)])])
  if ('string' in value) return Buffer.concat([u32(TYPES.string), text(value.string)])
  if ('strings' in value) return array(TYPES.string, value.strings.map(text))
  if ('floats' in value) return array(TYPES.f32, value.floats.map(f32))
  return array(TYPES.i32, value.integers.map(u32))
}

function array(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(TYPES.array), u32(type), u64(items.length), ...items])
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function padded(bytes: Buffer): Buffer {
  const missing = (ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT
  return Buffer.concat([bytes, Buffer.alloc(missing)])
}

function byteName(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
}
