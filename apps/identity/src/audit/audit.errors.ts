import { defineErrors } from '@atrium/core/catalogue'

export const auditErrors = defineErrors({
  tasks_audit_forbidden: {
    status: 403,
    en: "The task service doesn't let you read its audit log",
    ru: 'Сервис задач не разрешает вам читать его журнал аудита',
  },
})
