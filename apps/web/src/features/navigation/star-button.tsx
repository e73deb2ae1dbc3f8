import { IconStar, IconStarFilled } from '@atrium/ui/icons'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStar } from '../../data/stars.ts'

/** Keeps the board at the top of the sidebar. */
export function StarButton({ boardId }: { boardId: number }) {
  const { t } = useTranslation()
  const { isStarred, toggle } = useStar(boardId)
  const label = t(isStarred ? 'navigation.unstar' : 'navigation.star')
  const Icon = isStarred ? IconStarFilled : IconStar
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={isStarred ? 'amber' : 'gray'}
        c={isStarred ? 'amber.6' : 'dimmed'}
        size="lg"
        aria-label={t('navigation.star')}
        aria-pressed={isStarred}
        onClick={toggle}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
