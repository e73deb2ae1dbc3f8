import type { User } from '@atrium/identity/users/user.contract'
import { SectionCard } from '@atrium/ui/section-card'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <SectionCard title={t('security.password.title')} text={t('security.password.text')}>
      <Button variant="default" onClick={open}>
        {t('security.password.change')}
      </Button>
      <ChangePasswordDialog user={user} isOpen={isOpen} onClose={close} />
    </SectionCard>
  )
}
