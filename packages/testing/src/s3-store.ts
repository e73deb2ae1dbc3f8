import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

const key = { id: 'store-key', secret: 'store-secret' }
const bucket = 'atrium'

/** A small S3-compatible store on loopback with one bucket, in memory. It checks signatures as S3 does. */
export async function startStore() {
  const objects = new Map<string, Buffer>()
  const uploads: Uploads = new Map()
  const server = createServer((request, response) => {
    answer({ objects, uploads }, request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `s3://${key.id}:${key.secret}@127.0.0.1:${port}/${bucket}?tls=false`, objects }
}

type Objects = Map<string, Buffer>
/** The parts of unfinished uploads, by upload and number. */
type Uploads = Map<string, Map<number, Buffer>>

interface Store {
  objects: Objects
  uploads: Uploads
}

async function answer(store: Store, request: IncomingMessage, response: ServerResponse) {
  const { objects } = store
  const body = Buffer.concat(await request.toArray()) // throws when the client disconnects, so no partial object is stored
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
  const [, named = '', ...rest] = pathname.split('/')
  const problem = signatureProblem(request, body, key)
  if (problem) return refuse(response, 403, problem)
  if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
  const path = rest.join('/')
  if (searchParams.has('uploads') || searchParams.has('uploadId'))
    return answerUpload(store, { method: request.method, path, searchParams, body }, response)
  if (searchParams.has('list-type')) return answerList(objects, searchParams, response)
  const found = objects.get(path)
  if (request.method === 'PUT') objects.set(path, body)
  if (request.method === 'DELETE') objects.delete(path)
  if (request.method === 'GET' && !found) return refuse(response, 404, 'NoSuchKey')
  if (request.method === 'HEAD' && path) return answerHead(response, found)
  response.end(request.method === 'GET' ? found : undefined)
}

interface UploadRequest {
  method: string | undefined
  path: string
  searchParams: URLSearchParams
  body: Buffer
}

/** A multipart upload: begun, filled part by part, then completed or aborted. */
function answerUpload(
  { objects, uploads }: Store,
  { method, path, searchParams, body }: UploadRequest,
  response: ServerResponse,
) {
  if (searchParams.has('uploads')) {
    const id = String(uploads.size + 1)
    uploads.set(id, new Map())
    return response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const parts = uploads.get(searchParams.get('uploadId') ?? '')
  if (!parts) return refuse(response, 404, 'NoSuchUpload')
  if (method === 'PUT') {
    parts.set(Number(searchParams.get('partNumber')), body)
    return response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
  }
  if (method === 'POST') {
    const ordered = [...parts].sort(([one], [other]) => one - other)
    objects.set(path, Buffer.concat(ordered.map(([, part]) => part)))
  }
  parts.clear()
  response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

function answerList(objects: Objects, searchParams: URLSearchParams, response: ServerResponse) {
  const prefix = searchParams.get('prefix') ?? ''
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix)).sort()
  const contents = keys.map(key => `<Contents><Key>${key}</Key></Contents>`).join('')
  response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`)
}

function answerHead(response: ServerResponse, found: Buffer | undefined) {
  response.writeHead(found ? 200 : 404, found && { 'content-length': found.length }).end()
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

interface AwsKey {
  id: string
  secret: string
}

/** The S3 error code of a request whose version 4 signature is invalid, or undefined. */
function signatureProblem(request: IncomingMessage, body: Buffer, key: AwsKey) {
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

/** The scope is the day, the region, the service and a terminator: each key signs the next part. */
function signingKey({ secret }: AwsKey, scope: string) {
  return scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${secret}`)
}

function hmac(key: Buffer | string, text: string) {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(content: Buffer | string) {
  return createHash('sha256').update(content).digest('hex')
}
