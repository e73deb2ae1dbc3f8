import type { UserRole } from '@atrium/identity/access-control/user-role.contract'
import { fullName } from '@atrium/ui/person'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../data/user.ts'

/** Since when somebody has a role, and by whom; nobody, where it came with the account. */
export function AssignedText({ held: { assignedAt, assignedBy } }: { held: UserRole }) {
  const { t, i18n } = useTranslation()
  const { data: giver } = useQuery({ ...userQuery(assignedBy ?? 0), enabled: assignedBy !== null })
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(assignedAt))
  return (
    <Text size="xs" c="dimmed">
      {giver ? t('users.roles.sinceBy', { day, name: fullName(giver) }) : t('users.roles.since', { day })}
    </Text>
  )
}
