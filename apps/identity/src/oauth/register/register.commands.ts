import { DomainError } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { compileRecordCheck } from '@atrium/core/validation'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { inTransaction } from '@atrium/database/transaction'
import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Gone, Unavailable, ValidationFailed } from '#errors.ts'
import { emailJobs } from '#mail/email-jobs.ts'
import type { Invitation } from '#registration/invitation.ts'
import { checkRegistration, registerVisitor } from '#registration/registration.commands.ts'
import { PageRegistration } from '#registration/registration.contract.ts'
import { getUser } from '#users/user.queries.ts'
import type { RegisterForm } from './register.contract.ts'

const ACCOUNT_LIFETIME_MS = 86_400_000

interface Registering {
  language: Language
  invitation: Invitation | undefined
  /** The digests of the consent texts, one of which has to be agreed to; none without a text. */
  consentDigests: string[]
}

const translate = constraintErrors(errorCatalogue)
const problemsOf = compileRecordCheck(PageRegistration)

/** The new user, or why the page is shown again: one error that names every invalid field. */
export async function tryToRegister(
  deps: Deps,
  { email, name, surname, phone, password, invitation: token, ...form }: RegisterForm,
  { language, invitation, consentDigests }: Registering,
) {
  const typed = { email: invitation?.email ?? email, name, surname, phone, password }
  const registration: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')),
    consent: consentDigests.length === 0 || (form.consent && consentDigests.includes(form.consent_digest)),
    consentSource:
      consentDigests.length === 0 ? 'registration page, notice' : 'registration page, box ticked',
    ...(invitation && token && { invitationToken: token }),
  }
  try {
    const refused = problemsOf(registration)
    const accepted = Object.entries(registration).filter(([field]) => !Object.hasOwn(refused, field))
    const found = await checkRegistration(deps, Object.fromEntries(accepted))
    const errors = { ...refused, ...found }
    if (Object.keys(errors).length > 0) return new ValidationFailed(errors as never)
    const consentDigest = consentDigests.length === 0 ? undefined : form.consent_digest
    return await registerVisitor(deps, registration as PageRegistration, { language, consentDigest })
  } catch (error) {
    const refusal = translate(error)
    if (refusal instanceof DomainError && (refusal.statusCode < 500 || refusal instanceof Unavailable)) {
      return refusal
    }
    throw error
  }
}

/** Names the account on a page that anyone with it may use to send the confirmation again. */
export function sealAccount(deps: Deps, id: number) {
  const content = `${id}.${deps.now().getTime() + ACCOUNT_LIFETIME_MS}`
  return `${content}.${deps.secrets.sign('registered account', content)}`
}

export async function readAccount(deps: Deps, sealed: string) {
  const [id = '', expires = '', signature = ''] = sealed.split('.')
  const expected = deps.secrets.sign('registered account', `${id}.${expires}`)
  if (!areEqualSecrets(signature, expected) || !(Number(expires) > deps.now().getTime())) {
    throw new Gone('link_expired')
  }
  return getUser(deps.db, Number(id))
}

/** Nothing to send once the address is confirmed: the page leads on. */
export function resendTo(deps: Deps, id: number, language: Language) {
  return inTransaction(deps, async tx => {
    const user = await getUser(tx, id)
    if (!user.emailVerifiedAt) await emailJobs.confirmEmail(tx, { userId: id, language })
  })
}
