import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { perSecond } from './per-second.ts'
import { createSigner } from './signer.ts'

const cores = availableParallelism()
const work = {
  rs256: () => ({ concurrency: cores * 2, once: createSigner() }),
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
