import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { answered, connectBucket } from './bucket-storage.ts'

/** A store accepts at most 10,000 parts, of at least 5 MiB each but for the last one. */
const PART_BYTES = 16 * 1024 * 1024

/** One object of an S3-compatible store, of any size: `s3://KEY:SECRET@HOST/BUCKET/PATH`. */
export function openObject(url: string, setting: string) {
  const { client, Bucket, path: Key } = connectBucket(url, setting)
  const place = { Bucket, Key }

  async function upload(UploadId: string, content: AsyncIterable<Uint8Array>) {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for await (const Body of inParts(content)) {
      const PartNumber = Parts.length + 1
      const part = new UploadPartCommand({ ...place, UploadId, PartNumber, Body, ContentLength: Body.length })
      const { ETag } = await answered(client.send(part))
      Parts.push({ ETag, PartNumber })
    }
    const complete = new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } })
    await answered(client.send(complete))
  }

  return {
    /** All or nothing: what is not complete never becomes an object. */
    write: async (content: AsyncIterable<Uint8Array>) => {
      const { UploadId = '' } = await answered(client.send(new CreateMultipartUploadCommand(place)))
      try {
        await upload(UploadId, content)
      } catch (error) {
        await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
        throw error
      }
    },
    read: async () => {
      const { Body } = await answered(client.send(new GetObjectCommand(place)))
      return Body as Readable
    },
    size: async () => {
      const { ContentLength = 0 } = await answered(client.send(new HeadObjectCommand(place)))
      return ContentLength
    },
    delete: async () => {
      await answered(client.send(new DeleteObjectCommand(place)))
    },
    /** The names of the objects below this path. */
    list: async () => {
      const Prefix = Key ? `${Key}/` : ''
      const names: string[] = []
      let ContinuationToken: string | undefined
      do {
        const list = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const { Contents = [], NextContinuationToken } = await answered(client.send(list))
        names.push(...Contents.flatMap(({ Key: key }) => key?.slice(Prefix.length) || []))
        ContinuationToken = NextContinuationToken
      } while (ContinuationToken)
      return names
    },
  }
}

/** At least one part, even of an empty content. */
async function* inParts(content: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let size = 0
  let hasPart = false
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    hasPart = true
    waiting = []
    size = 0
  }
  if (size > 0 || !hasPart) yield Buffer.concat(waiting)
}
