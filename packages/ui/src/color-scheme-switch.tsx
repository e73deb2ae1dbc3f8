import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const schemes: MantineColorScheme[] = ['auto', 'light', 'dark']

export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('colorScheme.label')}
      size="xs"
      fullWidth
      data={schemes.map(value => ({ value, label: t(`colorScheme.${value}`) }))}
      value={colorScheme}
      onChange={setColorScheme}
    />
  )
}
