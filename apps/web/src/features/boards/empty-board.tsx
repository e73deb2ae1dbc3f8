import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'

export function EmptyBoard() {
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  return (
    <Text c="dimmed" size="sm" px="lg" pb="sm">
      {mayWrite ? t('boards.board.empty') : t('boards.board.emptyForViewers')}
    </Text>
  )
}
