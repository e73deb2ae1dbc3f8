import { Card, Group, Text } from '@mantine/core'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './figure-card.module.css'

interface FigureCardProps {
  label: string
  value: number
  note: string
  icon: ComponentType<{ size: number; stroke: number }>
  /** Something that wants looking after. */
  isWorrying?: boolean
  /** Where one acts upon it, for those who may. */
  link?: LinkOptions | false
}

/** One number, what it counts, and what belongs to it. */
export function FigureCard({ link, ...figure }: FigureCardProps) {
  if (!link) {
    return (
      <Card shadow="xs" padding="md">
        <Figure {...figure} />
      </Card>
    )
  }
  return (
    <Card
      shadow="xs"
      padding="md"
      className={classes.link}
      renderRoot={props => <Link {...link} {...props} />}
    >
      <Figure {...figure} />
    </Card>
  )
}

function Figure({ label, value, note, icon: Icon, isWorrying = false }: FigureCardProps) {
  const { i18n } = useTranslation()
  return (
    <>
      <Group justify="space-between" wrap="nowrap" c="dimmed" gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Icon size={18} stroke={1.75} />
      </Group>
      <Text fz="1.875rem" fw={650} lh={1.25} mt={4} className={classes.value}>
        {new Intl.NumberFormat(i18n.language).format(value)}
      </Text>
      <Text
        size="sm"
        c={isWorrying ? 'var(--mantine-color-error)' : 'dimmed'}
        fw={isWorrying ? 600 : undefined}
      >
        {note}
      </Text>
    </>
  )
}
