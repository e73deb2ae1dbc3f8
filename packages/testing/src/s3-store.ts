import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { signatureProblem } from './aws-signature.ts'

const key = { id: 'store-key', secret: 'store-secret' }
const bucket = 'atrium'

/** A small S3-compatible store on loopback with one bucket, in memory. It checks signatures as S3 does. */
export async function startStore() {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    answer(objects, request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `s3://${key.id}:${key.secret}@127.0.0.1:${port}/${bucket}?tls=false`, objects }
}

type Objects = Map<string, Buffer>

async function answer(objects: Objects, request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await request.toArray()) // throws when the sender goes away: nothing half is kept
  const [, named = '', ...rest] = new URL(request.url ?? '/', 'http://store').pathname.split('/')
  const problem = signatureProblem(request, body, key)
  if (problem) return refuse(response, 403, problem)
  if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
  const path = rest.join('/')
  const found = objects.get(path)
  if (request.method === 'PUT') objects.set(path, body)
  if (request.method === 'DELETE') objects.delete(path)
  if (request.method === 'GET' && !found) return refuse(response, 404, 'NoSuchKey')
  response.end(request.method === 'GET' ? found : undefined)
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
