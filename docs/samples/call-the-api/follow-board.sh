STREAM_TOKEN=$(curl -sS "$TASKS_URL/events/token" \
  -H "Authorization: Bearer $TOKEN" | sed 's/.*"token":"\([^"]*\)".*/\1/')

curl -sS -N "$TASKS_URL/events?token=$STREAM_TOKEN&topics=board:$BOARD_ID"
