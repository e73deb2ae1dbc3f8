import {
  IconBell,
  IconClock,
  IconFolders,
  IconLayoutKanban,
  IconListCheck,
  IconMessageCircle,
  IconSettings,
  IconShield,
} from '@atrium/ui/icons'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayAdminister } from '../../data/administration.ts'
import { usePersonalBoard } from '../../data/personal-board.ts'
import { type Command, commandKeys as keys } from './command.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

export function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { board } = usePersonalBoard()
  const mayAdminister = useMayAdminister()
  const page = (to: NonNullable<LinkProps['to']>, label: string, Icon: Icon, shortcut?: string): Command => ({
    id: `page-${to}`,
    label,
    icon: <Icon size={18} stroke={1.75} />,
    run: () => void navigate({ to }),
    ...(shortcut && { keys: shortcut }),
  })
  return [
    page('/', t('navigation.myWork'), IconListCheck, keys.work),
    page('/projects', t('navigation.projects'), IconFolders, keys.projects),
    ...(board
      ? [
          page(
            `/board/${board.id}` as '/',
            t('work.palette.personalBoard'),
            IconLayoutKanban,
            keys.personalBoard,
          ),
        ]
      : []),
    page('/time', t('navigation.time'), IconClock, keys.time),
    page('/notifications', t('navigation.notifications'), IconBell, keys.notifications),
    page('/profile', t('profile.title'), IconSettings),
    page('/feedback', t('navigation.feedback'), IconMessageCircle),
    ...(mayAdminister ? [page('/administration', t('navigation.administration'), IconShield)] : []),
  ]
}
