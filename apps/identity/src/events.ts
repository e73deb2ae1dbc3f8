import type { Language } from '@atrium/core/language'

/** Tokens ended before their time; whoever remembers one of them must forget it. */
export interface TokensRevoked {
  type: 'TokensRevoked'
  /** The one that is named says which: a single token, a sign-in, all of a user's, all of a client's. */
  tokenId?: string
  familyId?: number
  userId?: number
  clientId?: string
}

/** Roles or permissions are not what they were: of one user, or of everybody. */
export interface RightsChanged {
  type: 'RightsChanged'
  userId?: number
}

export interface SigningKeysChanged {
  type: 'SigningKeysChanged'
}

export interface ClientChanged {
  type: 'ClientChanged'
}

export interface UserRegistered {
  type: 'UserRegistered'
  userId: number
  language: Language
}

/** The new address is unconfirmed; the old one is told. */
export interface EmailChanged {
  type: 'EmailChanged'
  userId: number
  oldEmail: string
  /** Whether its owner had said that it is theirs. */
  wasConfirmed: boolean
  language: Language
}

export interface PasswordChanged {
  type: 'PasswordChanged'
  userId: number
  language: Language
}

/** What somebody signs in with is not what it was. */
export interface SecurityChanged {
  type: 'SecurityChanged'
  userId: number
  change: 'two_factor_on' | 'two_factor_off' | 'recovery_codes_renewed' | 'passkey_added' | 'passkey_removed'
  /** Its name, where it is about one. */
  passkey?: string
  language: Language
}

export interface SignedInFromNewBrowser {
  type: 'SignedInFromNewBrowser'
  userId: number
  at: string
  address: string | null
  userAgent: string | null
  language: Language
}

/** What every instance must hear of. */
export type SharedEvent = TokensRevoked | RightsChanged | SigningKeysChanged | ClientChanged

export type Event =
  | SharedEvent
  | UserRegistered
  | EmailChanged
  | PasswordChanged
  | SecurityChanged
  | SignedInFromNewBrowser
