import { generateKeyPairSync, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { hash } from '@node-rs/argon2'
import Fastify from 'fastify'
import { type Load, load } from './load.ts'

/** What the machine can do at all, measured in the same run. */
export async function emptyRoute(seconds: number): Promise<Load> {
  const app = Fastify()
  const schema = { response: { 200: { type: 'object', properties: { status: { type: 'string' } } } } }
  app.get('/', { schema }, async () => ({ status: 'ok' }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const result = await load({ url, seconds, requests: [{ path: '/' }] })
  await app.close()
  return result
}

export function rawSigning(seconds: number) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signInBackground = promisify(sign) as (
    algorithm: string,
    data: Buffer,
    key: object,
  ) => Promise<Buffer>
  return perSecond(seconds, availableParallelism() * 2, () =>
    signInBackground('RSA-SHA256', Buffer.alloc(700), privateKey),
  )
}

export function rawArgon2(seconds: number) {
  const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  return perSecond(seconds, availableParallelism(), () => hash('a long enough passphrase', parameters))
}

async function perSecond(seconds: number, atOnce: number, work: () => Promise<unknown>) {
  let count = 0
  const begun = performance.now()
  const loop = async () => {
    while (performance.now() - begun < seconds * 1000) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  return count / ((performance.now() - begun) / 1000)
}
