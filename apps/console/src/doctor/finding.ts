import type { Settings as IdentitySettings } from '@atrium/identity/settings'
import type { Settings as TasksSettings } from '@atrium/tasks/settings'
import type { Installation } from '../installation.ts'

export type Status = 'ok' | 'warning' | 'failure'

export interface Finding {
  check: string
  status: Status
  /** What was found, in one sentence. */
  message: string
  /** What to do about it. */
  advice?: string
}

/** What the checks look at; settings are there if they are valid. */
export interface Examined {
  installation: Installation
  identity: IdentitySettings | undefined
  tasks: TasksSettings | undefined
  /** Where to send the test email. */
  recipient: string | undefined
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })

export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
})

export const failure = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'failure',
  message,
  advice,
})

const marks: Record<Status, string> = { ok: 'ok      ', warning: 'warning ', failure: 'FAILURE ' }

export function describeFinding({ check, status, message, advice }: Finding) {
  const line = `${marks[status]}${check.padEnd(13)} ${message}`
  return advice ? `${line}\n${' '.repeat(22)}→ ${advice}` : line
}

/** With the cause, which is where Node says why a connection failed. */
export function reasonOf(error: unknown): string {
  const { message, code, cause, errors } = error as NodeJS.ErrnoException & {
    cause?: unknown
    errors?: unknown[]
  }
  if (cause) return reasonOf(cause)
  return message || code || (errors?.[0] ? reasonOf(errors[0]) : 'no reason given')
}
