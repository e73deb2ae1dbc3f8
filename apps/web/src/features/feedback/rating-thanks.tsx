import { EmptyState } from '@atrium/ui/empty-state'
import { IconStar } from '@atrium/ui/icons'
import { Button, Card } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function RatingThanks({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation()
  return (
    <Card shadow="xs" h="100%" role="status">
      <EmptyState
        color="amber"
        icon={<IconStar stroke={1.5} />}
        title={t('feedback.rating.thanks')}
        text={t('feedback.rating.thanksText')}
      >
        <Button variant="default" onClick={onChange}>
          {t('feedback.rating.change')}
        </Button>
      </EmptyState>
    </Card>
  )
}
