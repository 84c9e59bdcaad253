import { QUOTA_SECONDS, type VendorProtocol } from '../support/contract-upstream.ts'
import { names } from './names.ts'

const GOOGLE_ERRORS = 'type.googleapis.com/google.rpc'
const QUOTA_DELAY = `${QUOTA_SECONDS}s`

/** Google's streamGenerateContent, streamed. */
export const generateContent: VendorProtocol = {
  isAnswerRequest: (path) => path.includes(':streamGenerateContent'),
  head: () => '',
  word: (text) => part({ content: { role: 'model', parts: [{ text }] }, index: 0 }),
  tail: () =>
    part({ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }),
  call: (path) =>
    part({
      content: {
        role: 'model',
        parts: [
          { functionCall: { name: 'write_file', args: { file_path: path, content: 'written' } } },
          {
            functionCall: {
              name: 'run_shell_command',
              args: { command: `echo written > ${path}`, description: 'Writes' },
            },
          },
        ],
      },
      finishReason: 'STOP',
      index: 0,
    }),
  toolNames(question) {
    const tools: unknown = Reflect.get(Object(question), 'tools')
    return (Array.isArray(tools) ? tools : []).flatMap((tool) => {
      const { functionDeclarations: functions, ...others } = Object(tool)
      return [...names(functions), ...Object.keys(others)]
    })
  },
  refuse(refusal) {
    switch (refusal) {
      case 'quota':
        return {
          status: 429,
          body: failure(
            429,
            'RESOURCE_EXHAUSTED',
            'You exceeded your current quota, please check your plan and billing details.',
            [
              {
                '@type': `${GOOGLE_ERRORS}.ErrorInfo`,
                reason: 'QUOTA_EXHAUSTED',
                domain: 'cloudcode-pa.googleapis.com',
                metadata: { quotaResetDelay: QUOTA_DELAY },
              },
              { '@type': `${GOOGLE_ERRORS}.RetryInfo`, retryDelay: QUOTA_DELAY },
            ],
          ),
        }
      case 'credential':
        return {
          status: 400,
          body: failure(
            400,
            'INVALID_ARGUMENT',
            'API key not valid. Please pass a valid API key.',
            [
              {
                '@type': `${GOOGLE_ERRORS}.ErrorInfo`,
                reason: 'API_KEY_INVALID',
                domain: 'googleapis.com',
              },
            ],
          ),
        }
      case 'overload':
        return {
          status: 503,
          body: failure(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
        }
    }
  },
}

function part(candidate: object): string {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 8, totalTokenCount: 18 }
  return `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\r\n\r\n`
}

function failure(code: number, status: string, message: string, details: object[] = []): object {
  return { error: { code, status, message, details } }
}
