curl -sS "$TASKS_URL/task" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"titel": "Book the venue"}'
