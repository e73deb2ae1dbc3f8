import { IconArchive } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/section-card'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ArchiveDialog } from './archive-dialog.tsx'

export function ArchiveAccount() {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <SectionCard title={t('data.archive.title')} text={t('data.archive.text')}>
      <Button
        variant="light"
        color="red"
        leftSection={<IconArchive size={18} stroke={1.75} />}
        onClick={open}
      >
        {t('data.archive.action')}
      </Button>
      <ArchiveDialog isOpen={isOpen} onClose={close} />
    </SectionCard>
  )
}
