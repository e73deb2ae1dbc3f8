import type { Proof } from '#tokens/proof.ts'

/** What the visitor brings besides a login and a password. */
export interface Visitor {
  /** Whether they came with an invitation to this address, where `provider` creates accounts for invited people only. */
  findInvitation?: (
    provider: { createUsers: 'always' | 'invited' | 'never' },
    email: string | null,
  ) => Promise<{ isAddressProven: boolean } | undefined>
}

/** A way to prove who you are with a login and a password: an entry of the list in `../authenticators.ts`. */
export interface Authenticator {
  kind: string
  /**
   * `unknown` asks the next authenticator, `wrong` refuses and counts as a failed attempt, and `unavailable` refuses
   * without counting. An answer must not reveal by the time it takes whether the login exists.
   */
  verify: (
    login: string,
    password: string,
    visitor?: Visitor,
  ) => Promise<Proof | 'unknown' | 'wrong' | 'unavailable'>
  /** Runs work that verifies a password when it is its turn, for a limit on how many run at once. */
  inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result>
}
