/** Downloads the content as a file. */
export function saveFile(name: string, content: string, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function fileSize(bytes: number, language: string) {
  // By the rounded number: 999,999 bytes are 1 MB and not 1,000 kB.
  const fitting = units.findIndex((_, step) => Number((bytes / 1000 ** step).toFixed(digitsOf(step))) < 1000)
  const step = fitting < 0 ? units.length - 1 : fitting
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: digitsOf(step),
  })
  return format.format(bytes / 1000 ** step)
}

function digitsOf(step: number) {
  return step > 1 ? 1 : 0
}
