import type { Language } from '@atrium/core/language'
import type { Subscriber as SubscriberOf } from '@atrium/database/transaction'
import type { DB } from './database.ts'

/** Tokens ended before they expired; caches must evict them. */
export interface TokensRevoked {
  type: 'TokensRevoked'
  /** One of them is set: a single token, a session, all of a user's tokens or all of a client's. */
  tokenId?: string
  familyId?: number
  userId?: number
  clientId?: string
  /** The user ended the session in an application, which does not know yet. */
  isSignOut?: boolean
  /** The session ended because a holder of one of its tokens, such as an application, asked for it. */
  isByHolder?: boolean
}

/** Roles, permissions or groups have changed: of one user, or of all. */
export interface RightsChanged {
  type: 'RightsChanged'
  userId?: number
  /** The group whose name or members have changed, or which was deleted. */
  groupId?: number
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
  /** Came with the link of an invitation email, so that no confirmation is needed. */
  isEmailProven: boolean
  language: Language
}

/** The old address gets an email, and so does the new one unless a directory vouches for it. */
export interface EmailChanged {
  type: 'EmailChanged'
  userId: number
  oldEmail: string
  isEmailProven?: boolean
  /** Whether the old address was confirmed. */
  wasConfirmed: boolean
  language: Language
}

export interface PasswordChanged {
  type: 'PasswordChanged'
  userId: number
  language: Language
}

/** A way to sign in was added, removed or changed. */
export interface SecurityChanged {
  type: 'SecurityChanged'
  userId: number
  change:
    | 'two_factor_on'
    | 'two_factor_off'
    | 'recovery_codes_renewed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'personal_token_created'
  /** Its name, where it is about one. */
  passkey?: string
  personalToken?: string
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

/** Events that every instance must receive. */
export type SharedEvent = TokensRevoked | RightsChanged | SigningKeysChanged | ClientChanged

export type Event =
  | SharedEvent
  | UserRegistered
  | EmailChanged
  | PasswordChanged
  | SecurityChanged
  | SignedInFromNewBrowser

/** What follows an event: an entry of the list in `subscribers.ts`. */
export type Subscriber<State = unknown> = SubscriberOf<DB, Event, State>
