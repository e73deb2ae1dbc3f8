import { useTranslation } from 'react-i18next'
import { deviceOf } from './device.ts'

/** In words, such as “Chrome on Windows”. */
export function useDeviceName(userAgent: string | null) {
  const { t } = useTranslation()
  const { browser, system } = deviceOf(userAgent ?? '')
  if (browser && system) return t('sessions.device', { browser, system })
  return browser ?? system ?? t('sessions.unknownDevice')
}
