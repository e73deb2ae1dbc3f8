import { durationText } from '@atrium/ui/durations'

const DAY = 24 * 3600

/** In days and hours if it is a day or longer. */
export function longDurationText(seconds: number, language: string) {
  const days = Math.floor(seconds / DAY)
  if (days === 0) return durationText(seconds, language)
  const unit = (value: number, name: 'day' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(value)
  const hours = Math.floor((seconds % DAY) / 3600)
  return hours === 0 ? unit(days, 'day') : `${unit(days, 'day')} ${unit(hours, 'hour')}`
}

/** `0:12:05` */
export function clockText(seconds: number) {
  // The server's clock may be ahead of this one.
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
