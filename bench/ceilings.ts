import { fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hash } from '@node-rs/argon2'
import { type Load, load } from './load.ts'

/** What this machine can reach at most, measured in the same run. The empty service runs in its own process, too. */
export async function emptyRoute(seconds: number): Promise<Load> {
  const service = fork(fileURLToPath(new URL('./empty-service.ts', import.meta.url)))
  const url = await new Promise<string>(resolve =>
    service.once('message', message => resolve(String(message))),
  )
  const result = await load({ url, seconds, requests: [{ path: '/' }] })
  service.disconnect()
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

async function perSecond(seconds: number, concurrency: number, work: () => Promise<unknown>) {
  let count = 0
  const start = performance.now()
  const loop = async () => {
    while (performance.now() - start < seconds * 1000) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return count / ((performance.now() - start) / 1000)
}
