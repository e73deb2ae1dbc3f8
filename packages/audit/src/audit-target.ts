import { open } from 'node:fs/promises'

const TIMEOUT_MS = 10_000

export interface AuditTargetSettings {
  AUDIT_LOG?: string
  AUDIT_LOG_TOKEN?: string
}

/** Where audit entries are sent: returns once the target has taken the lines. */
export type SendLines = (lines: string) => Promise<void>

/** Undefined if entries stay in the database only. */
export function openAuditTarget({ AUDIT_LOG: target, AUDIT_LOG_TOKEN: token }: AuditTargetSettings) {
  if (!target) return undefined
  if (target === 'stdout') return writeToStdout
  if (target.startsWith('file:')) return appendTo(target.slice('file:'.length))
  return postTo(target, token)
}

function writeToStdout(lines: string) {
  return new Promise<void>((resolve, reject) => {
    process.stdout.write(lines, error => (error ? reject(error) : resolve()))
  })
}

/** On the disk before the cursor moves. The file can be moved away at any time by `logrotate`. */
function appendTo(path: string): SendLines {
  return async lines => {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(lines)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

function postTo(address: string, token: string | undefined): SendLines {
  const headers = {
    'content-type': 'application/x-ndjson',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return async lines => {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: lines,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`${new URL(address).origin} answered ${response.status}`)
  }
}
