const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function fileSize(bytes: number, language: string) {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  })
  return format.format(bytes / 1000 ** step)
}
