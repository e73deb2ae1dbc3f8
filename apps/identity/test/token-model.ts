import assert from 'node:assert/strict'

interface Family {
  createdAt: number
  isOver: boolean
  /** Newest last; all others have been rotated. */
  refreshTokens: { value: string; expiresAt: number; rotatedAt: number | null }[]
  accessTokens: { value: string; expiresAt: number }[]
}

interface Answer {
  access_token?: string
  refresh_token?: string
  error?: string
}

const GRACE_MS = 30_000
const ACCESS_MS = 3_600_000
const REFRESH_MS = 2_592_000_000
const LONGEST_FAMILY_MS = 90 * 86_400_000

/** A plain model of the tokens of a user at one client, following the specification. */
export class TokenModel {
  private readonly now: () => number
  private readonly families: Family[] = []

  constructor(now: () => number) {
    this.now = now
  }

  signedIn(answer: Answer) {
    const family: Family = { createdAt: this.now(), isOver: false, refreshTokens: [], accessTokens: [] }
    this.families.push(family)
    this.issue(family, answer)
  }

  refreshed(token: string, answer: Answer) {
    const family = this.families.find(({ refreshTokens }) =>
      refreshTokens.some(({ value }) => value === token),
    )
    const used = family?.refreshTokens.find(({ value }) => value === token)
    assert.ok(family && used)
    const isAlive =
      !family.isOver && used.expiresAt > this.now() && family.createdAt + LONGEST_FAMILY_MS > this.now()
    if (!isAlive) return assert.equal(answer.error, 'invalid_grant')
    if (used.rotatedAt === null) {
      used.rotatedAt = this.now()
      return this.issue(family, answer)
    }
    if (used.rotatedAt + GRACE_MS >= this.now()) return this.issueOnceMore(family, used.value, answer)
    assert.equal(answer.error, 'invalid_grant')
    family.isOver = true
  }

  endFamilyOf(accessToken: string) {
    for (const family of this.families) {
      if (family.accessTokens.some(({ value }) => value === accessToken)) family.isOver = true
    }
  }

  endAll() {
    for (const family of this.families) family.isOver = true
  }

  accessTokens(): [string, boolean][] {
    return this.families.flatMap(family =>
      family.accessTokens.map(token => [token.value, this.isActive(family, token)] as [string, boolean]),
    )
  }

  activeCount() {
    return this.accessTokens().filter(([, isActive]) => isActive).length
  }

  pickActive(pick: number) {
    const active = this.accessTokens().filter(([, isActive]) => isActive)
    return active[pick % Math.max(1, active.length)]?.[0]
  }

  pickRefreshToken(pick: number, isRotated: boolean) {
    const tokens = this.families.flatMap(({ refreshTokens }) => refreshTokens)
    const wanted = tokens.filter(({ rotatedAt }) => (rotatedAt !== null) === isRotated)
    return wanted[pick % Math.max(1, wanted.length)]?.value
  }

  private isActive(family: Family, { expiresAt }: { expiresAt: number }) {
    return !family.isOver && expiresAt > this.now()
  }

  private issue(family: Family, { access_token, refresh_token }: Answer) {
    assert.ok(access_token && refresh_token)
    family.accessTokens.push({ value: access_token, expiresAt: this.now() + ACCESS_MS })
    family.refreshTokens.push({ value: refresh_token, expiresAt: this.now() + REFRESH_MS, rotatedAt: null })
  }

  private issueOnceMore(family: Family, used: string, { access_token, refresh_token }: Answer) {
    const successor = family.refreshTokens[family.refreshTokens.findIndex(({ value }) => value === used) + 1]
    assert.equal(refresh_token, successor?.value)
    assert.ok(access_token)
    family.accessTokens.push({ value: access_token, expiresAt: this.now() + ACCESS_MS })
  }
}
