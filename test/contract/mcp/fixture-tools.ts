import { Type } from '@sinclair/typebox'
import { defineTool, type Tool, ToolError, type ToolMedia } from '../../../src/core/tools/tool.ts'

/** A red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A WAV file without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const IMAGE: ToolMedia = { mediaType: 'image/png', bytes: Buffer.from(PNG, 'base64') }
const AUDIO: ToolMedia = { mediaType: 'audio/wav', bytes: Buffer.from(WAV, 'base64') }

/** The tools that the conformance suite calls, as the registry has tools. */
export function createFixtureTools() {
  return {
    name: 'fixtures',
    tools: [
      fixture('test_simple_text', 'This is a simple text response for testing.'),
      fixture('test_image_content', 'An image', [IMAGE]),
      fixture('test_audio_content', 'A sound', [AUDIO]),
      fixture('test_multiple_content_types', 'Multiple content types test:', [IMAGE, AUDIO]),
      failing(),
      slow(),
      withSchema(),
    ],
  }
}

function fixture(name: string, text: string, media: readonly ToolMedia[] = []): Tool {
  return defineTool({
    ...common(name),
    parameters: Type.Object({}),
    run: async () => ({ result: text, media }),
  })
}

function failing(): Tool {
  return defineTool({
    ...common('test_error_handling'),
    parameters: Type.Object({}),
    run: () =>
      Promise.reject(new ToolError('This tool intentionally returns an error for testing')),
  })
}

/** Long enough for several reports of progress. */
function slow(): Tool {
  return defineTool({
    ...common('test_tool_with_progress'),
    parameters: Type.Object({}),
    async run() {
      await Bun.sleep(150)
      return { result: 'Done' }
    },
  })
}

function withSchema(): Tool {
  return defineTool({
    ...common('json_schema_2020_12_tool'),
    parameters: Type.Object(
      { name: Type.Optional(Type.String()), address: Type.Optional(Type.Unknown()) },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
        if: { required: ['name'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { name: { minLength: 1 } } },
        else: { required: ['address'] },
        additionalProperties: false,
      },
    ),
    run: async () => ({ result: 'Done' }),
  })
}

function common(name: string) {
  return {
    name,
    description: `Of the conformance suite: ${name}.`,
    result: Type.String(),
    capability: true as const,
    effects: 'reads' as const,
    label: () => name,
    text: (result: string) => result,
  }
}
