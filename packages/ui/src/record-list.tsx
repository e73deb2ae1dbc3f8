import { Button, Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPlus } from './icons.ts'
import classes from './record-list.module.css'

interface RecordListProps {
  text: string
  createLabel: string
  /** Without it nothing is added here. */
  onCreate: (() => void) | undefined
  children: ReactNode
}

export function RecordList({ text, createLabel, onCreate, children }: RecordListProps) {
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Text c="dimmed" flex="1 1 16rem">
          {text}
        </Text>
        {onCreate && (
          <Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
            {createLabel}
          </Button>
        )}
      </Group>
      <Card component="ul" shadow="xs" padding={0} className={classes.list}>
        {children}
      </Card>
    </>
  )
}
