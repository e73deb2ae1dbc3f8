import { Flex, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './setting.module.css'

interface SettingProps {
  label: string
  text?: string
  children: ReactNode
}

/** A name on the left, what can be chosen on the right; on a narrow screen below. */
export function Setting({ label, text, children }: SettingProps) {
  return (
    <Flex className={classes.setting} direction={{ base: 'column', sm: 'row' }} gap={{ base: 8, sm: 'xl' }}>
      <Stack gap={2} flex={1}>
        <Text fw={500} aria-hidden="true">
          {label}
        </Text>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      <div className={classes.choice}>{children}</div>
    </Flex>
  )
}
