import { Group, Text } from '@mantine/core'
import { branding } from '../branding.ts'
import classes from './brand.module.css'

/** Logo and name; `section` names the part of the product. */
export function Brand({ section }: { section?: string }) {
  return (
    <Group gap={10} wrap="nowrap">
      <LogoMark />
      <Text span fw={700} fz="lg" lts="-0.02em" c="var(--mantine-color-bright)" className={classes.name}>
        {branding.name}
      </Text>{' '}
      {section && (
        <Text span fz="sm" c="dimmed" visibleFrom="xs">
          {section}
        </Text>
      )}
    </Group>
  )
}

/** The logo of the installation; that of Atrium is a lit doorway under an arch. */
export function LogoMark({ size = 28 }: { size?: number }) {
  if (branding.logo)
    return (
      <img src={branding.logo} alt="" height={size} className={classes.logo} style={{ maxWidth: size * 4 }} />
    )
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--mantine-color-cobalt-6)" />
      <path
        d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path
        d="M12.4 25v-8.4a3.6 3.6 0 0 1 7.2 0V25a1.3 1.3 0 0 1-1.3 1.3h-4.6A1.3 1.3 0 0 1 12.4 25Z"
        fill="var(--mantine-color-amber-4)"
      />
    </svg>
  )
}

const radii = [680, 540, 410, 290]

/** Nested arches around the middle of the container. */
export function Arches() {
  return (
    <svg className={classes.arches} aria-hidden="true" focusable="false">
      {radii.map(radius => (
        <path key={radius} d={`M${-radius} 2000V0A${radius} ${radius} 0 0 1 ${radius} 0V2000Z`} />
      ))}
    </svg>
  )
}
