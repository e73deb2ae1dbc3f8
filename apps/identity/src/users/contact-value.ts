import { isEmail } from '@atrium/core/formats'
import { type FieldCode, type FieldErrors, ValidationFailed } from '#errors.ts'
import { parsePhone } from './phone.ts'
import type { ContactType } from './user-contact.contract.ts'

type Check = (value: string) => string | undefined

const handles = {
  telegram: /^@?[a-z]\w{3,31}$/i,
  linkedin: /^[\p{L}\d-]{3,100}$/u,
  github: /^@?[a-z\d](-?[a-z\d]){0,38}$/i,
}

/** By type, a check that returns the value to store, and the code if there is none. */
const checks: Record<ContactType, [Check, FieldCode]> = {
  email: [value => (isEmail(value) ? value : undefined), 'email_expected'],
  phone: [parsePhone, 'phone_expected'],
  whatsapp: [parsePhone, 'phone_expected'],
  telegram: [
    value => handle(value, handles.telegram) ?? site(value, 't.me') ?? parsePhone(value),
    'telegram_expected',
  ],
  linkedin: [value => handle(value, handles.linkedin) ?? site(value, 'linkedin.com'), 'linkedin_expected'],
  github: [value => handle(value, handles.github) ?? site(value, 'github.com'), 'github_expected'],
  website: [value => site(value), 'url_expected'],
  other: [value => value, 'invalid'],
}

export function checkContactValue(type: ContactType, value: string) {
  const [check, code] = checks[type]
  const checked = check(value)
  if (checked === undefined) throw new ValidationFailed({ value: code })
  return checked
}

export function contactErrors({ type, value }: { type?: ContactType; value?: string }): FieldErrors {
  if (type === undefined || value === undefined) return {}
  const [check, code] = checks[type]
  return check(value) === undefined ? { value: code } : {}
}

function handle(value: string, pattern: RegExp) {
  return pattern.test(value) ? value : undefined
}

/** A contact becomes a link on a page, so other schemes are refused. */
function site(value: string, host?: string) {
  if (/\s/.test(value) || !URL.canParse(value)) return undefined
  const { protocol, hostname, username, password } = new URL(value)
  if (!/^https?:$/.test(protocol) || username || password) return undefined
  return !host || hostname === host || hostname.endsWith(`.${host}`) ? value : undefined
}
