import { hasStatus, isRefused } from '@atrium/client/api-error'
import { createTask } from '@atrium/tasks/tasks/task.contract'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type UnsavedCard, useAddCard, useDiscardUnsaved } from './cards/new-card.queries.ts'
import classes from './unsaved-cards.module.css'

/** Cards that are not saved yet; nothing that was typed is lost. */
export function UnsavedCards({ cards }: { cards: UnsavedCard[] }) {
  if (cards.length === 0) return null
  return (
    <div className={classes.list}>
      {cards.map(unsaved => (
        <div key={unsaved.key} className={classes.card} data-failed={unsaved.error ? true : undefined}>
          <Text size="sm" fw={500}>
            {unsaved.card.title}
          </Text>
          {unsaved.error && <Refused unsaved={unsaved} error={unsaved.error} />}
        </div>
      ))}
    </div>
  )
}

function Refused({ unsaved: { key, card }, error }: { unsaved: UnsavedCard; error: Error }) {
  const { t } = useTranslation()
  const addCard = useAddCard()
  const discard = useDiscardUnsaved()
  const isOverLimit = isRefused(createTask, error, 'wip_limit_reached')
  const again = () => {
    discard(key)
    addCard({ ...card, force: isOverLimit })
  }
  return (
    <div role="alert">
      <Text size="xs" c="var(--mantine-color-error)" my={4}>
        {t(`boards.quickAdd.refused.${reasonOf(error)}`)}
      </Text>
      <Group gap="xs">
        <Button size="compact-xs" variant="light" onClick={again}>
          {isOverLimit ? t('boards.quickAdd.anyway') : t('actions.retry')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => discard(key)}>
          {t('boards.quickAdd.discard')}
        </Button>
      </Group>
    </div>
  )
}

function reasonOf(error: Error) {
  if (isRefused(createTask, error, 'wip_limit_reached')) return 'wipLimit'
  if (hasStatus(error, 403)) return 'forbidden'
  return hasStatus(error, 422) ? 'columnGone' : 'noAnswer'
}
