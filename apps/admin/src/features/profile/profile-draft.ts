import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import { useState } from 'react'

/** What the reader has typed lies over what is stored; what is the same again counts as unchanged. */
export function useProfileDraft(user: User) {
  const [typed, setTyped] = useState<ProfileChanges>({})
  const changes = withoutThose(typed, user)
  return {
    draft: { ...user, ...typed },
    changes,
    isChanged: Object.keys(changes).length > 0,
    change: (next: ProfileChanges) => setTyped(now => ({ ...now, ...next })),
    discard: () => setTyped({}),
    /** What was typed while it was on its way stays. */
    forgetSaved: (saved: ProfileChanges) => setTyped(now => withoutThose(now, saved)),
  }
}

function withoutThose(changes: ProfileChanges, others: ProfileChanges): ProfileChanges {
  const entries = Object.entries(changes) as [keyof ProfileChanges, unknown][]
  return Object.fromEntries(entries.filter(([field, value]) => others[field] !== value))
}
