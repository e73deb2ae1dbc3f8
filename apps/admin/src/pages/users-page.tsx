import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AddUser } from '../features/users/add-user.tsx'
import { Users } from '../features/users/users.tsx'
import { PageFrame } from './page-frame.tsx'

export default function UsersPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { add, ...filters } = useSearch({ from: '/admin/users' })
  const navigate = useNavigate({ from: '/admin/users' })
  return (
    <PageFrame
      title={t('ui:administration.pages.users')}
      lead={t('users.lead')}
      actions={
        <AddUser
          isOpenAtFirst={add !== undefined}
          onAdded={userId => void navigate({ to: '/admin/users/$userId', params: { userId } })}
        />
      }
    >
      <Users filters={filters} onChange={search => void navigate({ search, replace: true })} />
    </PageFrame>
  )
}
