curl -sS "$TASKS_URL/project/$PROJECT_ID/webhook" \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"url": "'"$RECEIVER_URL"'", "types": ["task.*", "comment.created"]}'
