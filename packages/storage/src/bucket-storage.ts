import { Readable } from 'node:stream'
import { errorsOf, StartRefused } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound as NoSuchObject,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { pathOf, type Storage } from './storage.ts'

const { NotFound, Unavailable } = errorsOf(sharedErrors)

const TIMEOUT_S = 30
const CHECK_MS = 3000
const NO_ANSWER = `the file store gave no answer in ${CHECK_MS / 1000} s`
/** Errors are thrown; the SDK would print them as well. */
const ignore = () => {}
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Files in a bucket of any S3-compatible store. */
export function openBucket(url: string, setting: string): Storage {
  const { client, Bucket, path } = connectBucket(url, setting)
  if (path) throw new StartRefused(badAddress(setting))
  const place = (key: string) => ({ Bucket, Key: pathOf(key).join('/') })
  return {
    put: async (key, content, size) => {
      const Body = Readable.from(ofSize(content, size), { objectMode: false })
      const broken = new AbortController() // the SDK would wait for the rest
      Body.once('error', error => broken.abort(error))
      const put = new PutObjectCommand({ ...place(key), Body, ContentLength: size })
      await answered(client.send(put, { abortSignal: broken.signal }))
    },
    get: async key => {
      const { Body } = await answered(client.send(new GetObjectCommand(place(key))))
      return Body as Readable
    },
    sizeOf: async key => {
      const head = client.send(new HeadObjectCommand(place(key)))
      const found = await answered(head.catch(undefinedIfMissing))
      return found?.ContentLength
    },
    delete: async key => {
      await answered(client.send(new DeleteObjectCommand(place(key))))
    },
    check: async () => {
      const deadline = AbortSignal.timeout(CHECK_MS)
      await answered(client.send(new HeadBucketCommand({ Bucket }), { abortSignal: deadline }), deadline)
    },
  }
}

/** An answer to HEAD has no body, so the SDK can only go by its status. */
function undefinedIfMissing(error: unknown) {
  if (error instanceof NoSuchObject) return undefined
  throw error
}

/** The client for an address, with the bucket and the path below it. */
export function connectBucket(url: string, setting: string) {
  const { hostname, host, pathname, username, password, searchParams } = new URL(url)
  const [Bucket, ...path] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (!hostname || !username || !password || !Bucket) throw new StartRefused(badAddress(setting))
  const client = new S3Client({
    endpoint: `${searchParams.get('tls') === 'false' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') || 'us-east-1',
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
    forcePathStyle: true,
    maxAttempts: 3,
    logger: silent,
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: TIMEOUT_S * 1000,
      throwOnRequestTimeout: true,
    },
    // Not every S3-compatible store knows the trailing checksums that are the default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, Bucket, path: path.join('/') }
}

function badAddress(setting: string) {
  return `${setting} must be s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=REGION&tls=false].`
}

async function* ofSize(content: AsyncIterable<Uint8Array>, size: number) {
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    if (sent > size) break
    yield chunk
  }
  if (sent !== size) throw new Error(`The content does not have the announced ${size} bytes`)
}

export async function answered<T>(sent: Promise<T>, deadline?: AbortSignal): Promise<T> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof NoSuchKey) throw new NotFound('file_content_not_found')
    const isLate = deadline?.aborted
    const cause = new Error(isLate ? NO_ANSWER : reasonOf(error as StoreError))
    throw new Unavailable('storage_unavailable', { retryAfter: TIMEOUT_S }, { cause })
  }
}

interface StoreError extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** For the log. Not the store's own message: it may quote the key and the string that was signed with it. */
function reasonOf({ name, code, $metadata }: StoreError) {
  const status = $metadata?.httpStatusCode
  if (status === undefined) return `the file store cannot be reached: ${code ?? name}`
  if (status === 401 || status === 403) return `the file store refuses the key in its address: ${name}`
  if (status === 404) return `the file store has no such bucket: ${name}`
  return `the file store answers ${status}: ${name}`
}
