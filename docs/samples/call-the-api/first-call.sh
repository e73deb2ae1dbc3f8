curl -sS "$TASKS_URL/users/me" \
  -H "Authorization: Bearer $TOKEN"
