export interface Person {
  name: string | null
  surname: string | null
  email: string | null
}

export function fullName({ name, surname, email }: Person) {
  return [name, surname].filter(Boolean).join(' ') || email || ''
}

/** `1h 25m`, or `1 ч 25 мин`. */
export function durationText(seconds: number, language: string) {
  const whole = Math.max(0, Math.round(seconds))
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(value)
  if (whole > 0 && whole < 60) return unit(whole, 'second')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours === 0) return unit(minutes, 'minute')
  return minutes === 0 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(minutes, 'minute')}`
}
