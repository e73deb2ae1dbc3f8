import type { Verdict } from '@atrium/identity/access-control/explanation.contract'
import { IconCheck, IconUserCheck, IconX } from '@atrium/ui/icons'

export const verdictLooks = {
  yes: { color: 'teal', icon: IconCheck },
  own: { color: 'amber', icon: IconUserCheck },
  no: { color: 'red', icon: IconX },
} satisfies Record<Verdict, object>
