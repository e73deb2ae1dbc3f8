import { SignInForm } from './authorize.contract.ts'

/** Where the same request is made again, without the fields of the form that repeated it. */
export function authorizeAddress(parameters: Record<string, unknown>) {
  const texts = Object.entries(parameters).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !(entry[0] in SignInForm.properties),
  )
  return `/auth/authorize?${new URLSearchParams(texts)}`
}
