import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { measurePassword, type PasswordOwner } from './password-strength.ts'

// On Linux a thread has a priority of its own: this one gives way to the thread that answers requests.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', ({ password, owner }: { password: string; owner: PasswordOwner }) => {
  parentPort?.postMessage(measurePassword(password, owner))
})
