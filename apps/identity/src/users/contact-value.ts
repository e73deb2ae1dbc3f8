import type { FieldErrors } from '@atrium/core/coded-errors'
import { ValidationFailed } from '@atrium/core/errors'
import { isEmail } from '@atrium/core/formats'
import { parsePhone } from './phone.ts'
import type { ContactType } from './user-contact.contract.ts'

type Check = (value: string) => string | undefined

const handles = {
  telegram: /^@?[a-z]\w{3,31}$/i,
  linkedin: /^[\p{L}\d-]{3,100}$/u,
  github: /^@?[a-z\d](-?[a-z\d]){0,38}$/i,
}

/** What each type of contact may be; the answer is the value as it is stored. */
const checks: Record<ContactType, [Check, string]> = {
  email: [value => (isEmail(value) ? value : undefined), 'must be an e-mail address'],
  phone: [parsePhone, 'must be an international telephone number such as +12025550100'],
  whatsapp: [parsePhone, 'must be an international telephone number such as +12025550100'],
  telegram: [
    value => handle(value, handles.telegram) ?? site(value, 't.me') ?? parsePhone(value),
    'must be a user name, a t.me address or an international telephone number',
  ],
  linkedin: [
    value => handle(value, handles.linkedin) ?? site(value, 'linkedin.com'),
    'must be a user name or a linkedin.com address',
  ],
  github: [
    value => handle(value, handles.github) ?? site(value, 'github.com'),
    'must be a user name or a github.com address',
  ],
  website: [value => site(value), 'must be a web address'],
  other: [value => value, ''],
}

export function checkContactValue(type: ContactType, value: string) {
  const [check, message] = checks[type]
  const checked = check(value)
  if (checked === undefined) throw new ValidationFailed({ value: [message] })
  return checked
}

export function contactErrors({ type, value }: { type?: ContactType; value?: string }): FieldErrors {
  if (type === undefined || value === undefined) return {}
  const [check, message] = checks[type]
  return check(value) === undefined ? { value: [message] } : {}
}

function handle(value: string, pattern: RegExp) {
  return pattern.test(value) ? value : undefined
}

/** A contact becomes a link on a page, so no other scheme may pass. */
function site(value: string, host?: string) {
  if (/\s/.test(value) || !URL.canParse(value)) return undefined
  const { protocol, hostname, username, password } = new URL(value)
  if (!/^https?:$/.test(protocol) || username || password) return undefined
  return !host || hostname === host || hostname.endsWith(`.${host}`) ? value : undefined
}
