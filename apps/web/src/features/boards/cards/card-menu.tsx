import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { copyText } from '@atrium/ui/copy-button'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import {
  IconArrowDown,
  IconArrowsMove,
  IconArrowUp,
  IconLink,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@atrium/ui/icons'
import { Menu } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board-context.ts'

interface CardMenuProps {
  card: Card
  children: ReactNode
}

const icon = { size: 16, stroke: 1.75 }

/** All actions of a card, without dragging. Rendered on demand, so it is open from the start. */
export function CardMenu({ card, children }: CardMenuProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const { boardId, myId, assign, openMoveDialog, moveToEnd, deleteCard } = useBoard()
  const isMine = card.assigneeId === myId

  const copyLink = async () => {
    const { href } = router.buildLocation({
      to: '/board/$boardId/task/$taskId',
      params: { boardId, taskId: card.id },
    })
    if (await copyText(new URL(href, location.origin).href)) notifyOfSuccess(t('actions.copied'))
  }

  return (
    <Menu defaultOpened position="bottom-end" shadow="md" width={220}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsMove {...icon} />} onClick={() => openMoveDialog(card)}>
          {t('boards.card.moveTo')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => moveToEnd(card, 'top')}>
          {t('boards.card.moveToTop')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => moveToEnd(card, 'bottom')}>
          {t('boards.card.moveToBottom')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={isMine ? <IconUserMinus {...icon} /> : <IconUserPlus {...icon} />}
          onClick={() => assign(card, isMine ? null : myId)}
        >
          {isMine ? t('boards.card.unassign') : t('boards.card.assignToMeShort')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={copyLink}>
          {t('boards.card.copyLink')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => deleteCard(card)}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
