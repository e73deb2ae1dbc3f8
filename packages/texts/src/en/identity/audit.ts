export default {
  errors: {
    tasks_audit_forbidden: "The task service doesn't let you read its audit log",
  },
} as const
