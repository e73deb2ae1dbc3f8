import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ALGORITHM = 'AWS4-HMAC-SHA256'

export interface AwsKey {
  id: string
  secret: string
}

/** What is wrong with the signature of a request, version 4 in its header, as S3 calls it. */
export function signatureProblem(request: IncomingMessage, body: Buffer, key: AwsKey) {
  const header = request.headers.authorization ?? ''
  const parts = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(.+)$/
  const [, id, scope = '', signedHeaders = '', signature] = parts.exec(header) ?? []
  if (!id) return 'AccessDenied'
  if (id !== key.id) return 'InvalidAccessKeyId'
  const digest = String(request.headers['x-amz-content-sha256'])
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const text = [
    ALGORITHM,
    request.headers['x-amz-date'],
    scope,
    sha256(canonicalRequest(request, signedHeaders)),
  ].join('\n')
  const signed = hmac(signingKey(key, scope), text).toString('hex')
  return signed === signature ? undefined : 'SignatureDoesNotMatch'
}

function canonicalRequest({ method, url = '/', headers }: IncomingMessage, signedHeaders: string) {
  const { pathname, searchParams } = new URL(url, 'http://store')
  const query = [...searchParams].map(pair => pair.map(encodeURIComponent).join('=')).sort()
  const lines = signedHeaders.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const digest = headers['x-amz-content-sha256']
  return [method, pathname, query.join('&'), lines.join(''), signedHeaders, digest].join('\n')
}

/** The scope is the day, the region, the service and a last word: each signs the next. */
function signingKey({ secret }: AwsKey, scope: string) {
  return scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secret}`)
}

function hmac(key: Buffer | string, text: string) {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(content: Buffer | string) {
  return createHash('sha256').update(content).digest('hex')
}
