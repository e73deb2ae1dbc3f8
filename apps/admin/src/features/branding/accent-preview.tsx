import { accentPalette, contrastOf, isReadableAccent, readableAccent } from '@atrium/core/accent-palette'
import { Anchor, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface AccentPreviewProps {
  color: string
  onChoose: (color: string) => void
}

/** Shows a color as both themes would use it, and whether it can be read. */
export function AccentPreview({ color, onChoose }: AccentPreviewProps) {
  const { t, i18n } = useTranslation()
  if (!/^#[\da-f]{6}$/i.test(color)) return null
  const isReadable = isReadableAccent(color)
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  // A ratio just below the limit must not be shown as the limit.
  const ratio = format.format(Math.floor(contrastOf(color, '#ffffff') * 10) / 10)
  const readable = readableAccent(color)
  const { shades, filledInDark } = accentPalette(readable)
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <Text size="sm" c={isReadable ? 'dimmed' : 'var(--mantine-color-error)'}>
          {t(isReadable ? 'branding.identity.contrast' : 'branding.identity.unreadable', { ratio })}
        </Text>
        {!isReadable && (
          <Anchor component="button" type="button" size="sm" onClick={() => onChoose(readable)}>
            {t('branding.identity.useReadable', { color: readable })}
          </Anchor>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Sample
          label={t('branding.identity.light')}
          ground="#ffffff"
          ink="#211f1b"
          fill={readable}
          link={shades[7]}
        />
        <Sample
          label={t('branding.identity.dark')}
          ground="#1d1c1b"
          ink="#e9e7e2"
          fill={filledInDark}
          link={shades[3]}
        />
      </SimpleGrid>
    </Stack>
  )
}

interface SampleProps {
  label: string
  ground: string
  ink: string
  fill: string
  link: string | undefined
}

/** Looks like a button and a link, but is only a picture of them. */
function Sample({ label, ground, ink, fill, link }: SampleProps) {
  const { t } = useTranslation()
  return (
    <Paper p="md" withBorder style={{ background: ground, color: ink }}>
      <Text size="xs" mb="xs" c="inherit">
        {label}
      </Text>
      <Group gap="md">
        <Text span size="sm" fw={600} px="md" py={6} bdrs="md" style={{ background: fill, color: '#ffffff' }}>
          {t('branding.identity.sampleButton')}
        </Text>
        <Text span size="sm" td="underline" style={{ color: link }}>
          {t('branding.identity.sampleLink')}
        </Text>
      </Group>
    </Paper>
  )
}
