/** Tokens ended before their time; whoever remembers one of them must forget it. */
export interface TokensRevoked {
  name: 'TokensRevoked'
  /** The one that is named says which: a single token, a sign-in, all of a user's, all of a client's. */
  tokenId?: string
  familyId?: number
  userId?: number
  clientId?: string
}

export interface SigningKeysChanged {
  name: 'SigningKeysChanged'
}

export interface ClientChanged {
  name: 'ClientChanged'
}

export type Event = TokensRevoked | SigningKeysChanged | ClientChanged
