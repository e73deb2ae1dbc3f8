/** Tokens ended before their time; whoever remembers one of them must forget it. */
export interface TokensRevoked {
  name: 'TokensRevoked'
  /** The one that is named says which: a single token, a sign-in, all of a user's, all of a client's. */
  tokenId?: string
  familyId?: number
  userId?: number
  clientId?: string
}

/** Roles or permissions are not what they were: of one user, or of everybody. */
export interface RightsChanged {
  name: 'RightsChanged'
  userId?: number
}

export interface SigningKeysChanged {
  name: 'SigningKeysChanged'
}

export interface ClientChanged {
  name: 'ClientChanged'
}

export interface UserRegistered {
  name: 'UserRegistered'
  userId: number
  language: Language
}

/** The new address is unconfirmed; the old one is told. */
export interface EmailChanged {
  name: 'EmailChanged'
  userId: number
  oldEmail: string
  language: Language
}

export interface PasswordChanged {
  name: 'PasswordChanged'
  userId: number
  language: Language
}

type Language = 'en' | 'ru'

/** What every instance must hear of. */
export type SharedEvent = TokensRevoked | RightsChanged | SigningKeysChanged | ClientChanged

export type Event = SharedEvent | UserRegistered | EmailChanged | PasswordChanged
