curl -sS "$TASKS_URL/task" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: venue-2026" \
  -d '{"title": "Book the venue", "dueDate": "2026-12-01"}'
