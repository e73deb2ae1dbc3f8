import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ResumeNoticeProps {
  done: number
  total: number
  isBusy: boolean
  onResume: () => void
  onAnew: () => void
}

export function ResumeNotice({ done, total, isBusy, onResume, onAnew }: ResumeNoticeProps) {
  const { t } = useTranslation()
  return (
    <Alert title={t('import.resume.title')}>
      <Text size="sm" mb="sm">
        {t('import.resume.text', { done, total })}
      </Text>
      <Group gap="sm">
        <Button loading={isBusy} onClick={onResume}>
          {t('import.resume.continue')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onAnew}>
          {t('import.resume.startOver')}
        </Button>
      </Group>
    </Alert>
  )
}
