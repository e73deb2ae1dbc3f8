import { defineErrors } from '@atrium/core/catalogue'

export const storageErrors = defineErrors({
  file_not_found: { status: 404, en: 'File not found', ru: 'Файл не найден' },
})
