import type { Member } from '@atrium/tasks/projects/member.contract'
import { Dialog } from '@atrium/ui/dialog'
import { IconMail, IconUsers } from '@atrium/ui/icons'
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AddKnownUser } from './add-known-user.tsx'
import { InviteByEmail } from './invite-by-email.tsx'

interface AddPeopleDialogProps {
  projectId: number
  members: Member[]
  isOpen: boolean
  onClose: () => void
}

export function AddPeopleDialog({ projectId, members, isOpen, onClose }: AddPeopleDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.people.add.title')} isOpen={isOpen} onClose={onClose}>
      <Tabs defaultValue="email" keepMounted={false}>
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap' }}>
          <Tabs.Tab value="email" px="sm" leftSection={<IconMail size={16} stroke={1.75} />}>
            {t('projects.people.add.byEmail')}
          </Tabs.Tab>
          <Tabs.Tab value="known" px="sm" leftSection={<IconUsers size={16} stroke={1.75} />}>
            {t('projects.people.add.known')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="email">
          <InviteByEmail projectId={projectId} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="known">
          <AddKnownUser projectId={projectId} members={members} onClose={onClose} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
