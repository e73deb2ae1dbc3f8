curl -sS --get "$TASKS_URL/task" \
  -H "Authorization: Bearer $TOKEN" \
  -d assigneeId=me -d completed=false -d orderBy=dueDate \
  -d page=1 -d limit=50
