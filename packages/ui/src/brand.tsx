import { Group, Text } from '@mantine/core'
import classes from './brand.module.css'
import { LogoMark } from './logo.tsx'

/** Logo and name; `section` names the part of the product. */
export function Brand({ section }: { section?: string }) {
  return (
    <Group gap={10} wrap="nowrap">
      <LogoMark />
      <Text span fw={700} fz="lg" lts="-0.02em" c="var(--mantine-color-bright)" className={classes.name}>
        Atrium
      </Text>{' '}
      {section && (
        <Text span fz="sm" c="dimmed" visibleFrom="xs">
          {section}
        </Text>
      )}
    </Group>
  )
}
