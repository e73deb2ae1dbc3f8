/** What a sign-in has proven: who it is, and how and when they showed it. */
export interface Proof {
  userId: number
  /** Authentication methods (RFC 8176), separated by spaces. */
  amr: string
  at: string
  /** The security stamp of the account at that time: once it has changed, the proof is worth nothing. */
  stamp: number
}
