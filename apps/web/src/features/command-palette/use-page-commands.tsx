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
import type { Command } from './command.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

export function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { board } = usePersonalBoard()
  const mayAdminister = useMayAdminister()
  const page = (to: NonNullable<LinkProps['to']>, label: string, Icon: Icon, keys?: string): Command => ({
    id: `page-${to}`,
    label,
    icon: <Icon size={18} stroke={1.75} />,
    run: () => void navigate({ to }),
    ...(keys && { keys }),
  })
  return [
    page('/', t('navigation.myWork'), IconListCheck, 'G W'),
    page('/projects', t('navigation.projects'), IconFolders, 'G P'),
    ...(board
      ? [page(`/board/${board.id}` as '/', t('work.palette.personalBoard'), IconLayoutKanban, 'G B')]
      : []),
    page('/time', t('navigation.time'), IconClock, 'G T'),
    page('/notifications', t('navigation.notifications'), IconBell, 'G N'),
    page('/profile', t('profile.title'), IconSettings),
    page('/feedback', t('navigation.feedback'), IconMessageCircle),
    ...(mayAdminister ? [page('/administration', t('navigation.administration'), IconShield)] : []),
  ]
}
