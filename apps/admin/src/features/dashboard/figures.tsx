import type { Statistics } from '@atrium/identity/admin/statistics.contract'
import { IconDevices, IconLogin2, IconMail, IconUsers } from '@atrium/ui/icons'
import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { FigureCard } from './figure-card.tsx'

export function Figures({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { users, tokens, queue, days } = statistics
  const today = days.at(-1) ?? { signIns: 0, failedSignIns: 0 }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
      <FigureCard
        label={t('dashboard.users.label')}
        value={users.active}
        note={t('dashboard.users.archived', { count: users.archived })}
        icon={IconUsers}
        link={hasPermission('users.list') && { to: '/admin/users' }}
      />
      <FigureCard
        label={t('dashboard.signedIn.label')}
        value={tokens.users}
        note={t('dashboard.signedIn.tokens', { count: tokens.alive })}
        icon={IconDevices}
      />
      <FigureCard
        label={t('dashboard.today.label')}
        value={today.signIns}
        note={t('dashboard.today.failed', { count: today.failedSignIns })}
        icon={IconLogin2}
      />
      <FigureCard
        label={t('dashboard.mail.label')}
        value={queue.waiting}
        note={t('dashboard.mail.failed', { count: queue.failed })}
        icon={IconMail}
        isWorrying={queue.failed > 0}
        link={
          hasPermission('rbac.permissions.manage') && {
            to: '/admin/mail',
            search: queue.failed > 0 ? { state: 'failed' } : {},
          }
        }
      />
    </SimpleGrid>
  )
}
