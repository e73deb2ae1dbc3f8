import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Groups } from '../features/groups/groups.tsx'
import { PageFrame } from './page-frame.tsx'

export default function GroupsPage() {
  const { t } = useTranslation(['app', 'ui'])
  const navigate = useNavigate()
  return (
    <PageFrame title={t('ui:administration.pages.groups')} lead={t('groups.lead')}>
      <Groups onCreated={groupId => void navigate({ to: '/admin/groups/$groupId', params: { groupId } })} />
    </PageFrame>
  )
}
