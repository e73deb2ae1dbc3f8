import { durationText } from '@atrium/ui/format'

const DAY = 24 * 3600

/** In days and hours from one day on. */
export function longDurationText(seconds: number, language: string) {
  const days = Math.floor(seconds / DAY)
  if (days === 0) return durationText(seconds, language)
  const unit = (value: number, name: 'day' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(value)
  const hours = Math.floor((seconds % DAY) / 3600)
  return hours === 0 ? unit(days, 'day') : `${unit(days, 'day')} ${unit(hours, 'hour')}`
}
