import { expect, test } from 'bun:test'
import { canonicalQuery, sha256Hex, signRequest } from '../../../src/storage/s3/s3-connection.ts'

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const EXAMPLE = {
  key: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const AT = Date.UTC(2013, 4, 24)
const HOST = 'https://examplebucket.s3.amazonaws.com'

function signatureOf(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string | undefined {
  const request = { method, url: new URL(`${HOST}${path}`), headers, at: AT }
  const signed = signRequest({ ...request, bodySha256: sha256Hex(body) }, EXAMPLE)
  return signed['authorization']?.split('Signature=')[1]
}

test('signRequest signs the examples of its specification', () => {
  expect(signatureOf('GET', '/test.txt', { range: 'bytes=0-9' })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  expect(signatureOf('PUT', '/test%24file.text', headers, 'Welcome to Amazon S3.')).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
  expect(signatureOf('GET', `/?${canonicalQuery({ lifecycle: '' })}`)).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(signatureOf('GET', `/?${canonicalQuery({ prefix: 'J', 'max-keys': '2' })}`)).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('canonicalQuery encodes what a URL leaves as it is, and sorts by the encoded names', () => {
  expect(canonicalQuery({ b: "(a'*!) /~", a: 'é+', 'a-b': '' })).toBe(
    'a=%C3%A9%2B&a-b=&b=%28a%27%2A%21%29%20%2F~',
  )
})
