import { generateKeyPairSync, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { hash } from '@node-rs/argon2'
import { perSecond } from './per-second.ts'

const cores = availableParallelism()
const work = {
  rs256: () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signInBackground = promisify(sign) as (
      algorithm: string,
      data: Buffer,
      key: object,
    ) => Promise<Buffer>
    return {
      concurrency: cores * 2,
      once: () => signInBackground('RSA-SHA256', Buffer.alloc(700), privateKey),
    }
  },
  argon2: () => {
    const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
    return { concurrency: cores, once: () => hash('a long enough passphrase', parameters) }
  },
}

process.once('message', async message => {
  const { kind, seconds } = message as { kind: keyof typeof work; seconds: number }
  const { concurrency, once } = work[kind]()
  process.send?.(await perSecond(seconds, concurrency, once))
})
process.once('disconnect', () => process.exit(0))
